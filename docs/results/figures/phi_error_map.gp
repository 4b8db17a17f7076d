# Draws phi_error_map.svg and phi_error_map.png from phi_error_map.dat: gnuplot phi_error_map.gp
set encoding utf8
set linetype 1 lc rgb '#0072B2' dt solid pt 7 ps 0.7
set linetype 2 lc rgb '#D55E00' dt (8,4) pt 5 ps 0.7
set linetype 3 lc rgb '#009E73' dt (2,3) pt 9 ps 0.7
set linetype 4 lc rgb '#CC79A7' dt (8,3,2,3) pt 13 ps 0.7
set linetype 5 lc rgb '#E69F00' dt (14,4) pt 11 ps 0.7
set linetype 6 lc rgb '#56B4E9' dt (4,2) pt 6 ps 0.7
set linetype 7 lc rgb '#000000' dt (8,2,2,2,2,2) pt 4 ps 0.7
do for [format in 'svg png'] {
  if (format eq 'svg') { set terminal svg size 672,326 noenhanced font 'sans-serif,12' fontscale 1.333 linewidth 1 background rgb 'white' }
  if (format eq 'png') { set terminal pngcairo size 1680,816 noenhanced font 'sans-serif,12' fontscale 2.5 linewidth 2.5 pointscale 2.5 }
  set output 'phi_error_map.'.format
  set multiplot layout 1,2 title 'MNIST-10K: standard error ŝ of φ̂'

  reset
  set title '9 samples'
  set border lw 0.8
  set tics nomirror scale 0.5
  set xlabel 'λ₁'
  set xrange [-10:0]
  set xtics 5
  set ylabel 'λ₂'
  set yrange [-10:0]
  set ytics 5
  set palette defined (0 '#440154', 1 '#482878', 2 '#3E4A89', 3 '#31688E', 4 '#26828E', 5 '#1F9E89', 6 '#35B779', 7 '#6DCD59', 8 '#B4DE2C', 9 '#FDE725')
  set cblabel ''
  set cbrange [0.000151515:0.30973]
  set cbtics 0.1
  set label 'ŝ' at graph 1.08,1.1 left
  unset ylabel
  set label 'λ₂' at graph -0.05,1.1 right
  unset key
  set view map
  set contour base
  set cntrparam levels auto 10
  set cntrlabel onecolor
  set pm3d corners2color mean interpolate 2,2
  splot 'phi_error_map.dat' index 0 using 1:2:3 with pm3d nocontour notitle, \
    'phi_error_map.dat' index 0 using 1:2:3 with lines lc rgb '#FFFFFF' dt solid lw 0.8 nosurface notitle, \
    'phi_error_map.dat' index 1 using 1:2:3 with points pt 7 ps 0.8 lc rgb '#D55E00' nocontour notitle

  reset
  set title '25 samples'
  set border lw 0.8
  set tics nomirror scale 0.5
  set xlabel 'λ₁'
  set xrange [-10:0]
  set xtics 5
  set ylabel 'λ₂'
  set yrange [-10:0]
  set ytics 5
  set palette defined (0 '#440154', 1 '#482878', 2 '#3E4A89', 3 '#31688E', 4 '#26828E', 5 '#1F9E89', 6 '#35B779', 7 '#6DCD59', 8 '#B4DE2C', 9 '#FDE725')
  set cblabel ''
  set cbrange [0.0229329:0.157176]
  set cbtics 0.05
  set label 'ŝ' at graph 1.08,1.1 left
  unset ylabel
  set label 'λ₂' at graph -0.05,1.1 right
  unset key
  set view map
  set contour base
  set cntrparam levels auto 10
  set cntrlabel onecolor
  set pm3d corners2color mean interpolate 2,2
  splot 'phi_error_map.dat' index 2 using 1:2:3 with pm3d nocontour notitle, \
    'phi_error_map.dat' index 2 using 1:2:3 with lines lc rgb '#FFFFFF' dt solid lw 0.8 nosurface notitle, \
    'phi_error_map.dat' index 3 using 1:2:3 with points pt 7 ps 0.8 lc rgb '#D55E00' nocontour notitle

  unset multiplot
  unset output
}
