# Draws phi_surface.svg and phi_surface.png from phi_surface.dat: gnuplot phi_surface.gp
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
  set output 'phi_surface.'.format
  set multiplot layout 1,2 title 'MNIST-10K: φ̂, samples, and wires at φ̂ ± 3ŝ'

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
  set zlabel ''
  set zrange [*:*]
  set ztics 1
  set label 'φ̂' at graph 0,1,1.2 center
  unset key
  unset colorbox
  set view 58,325,1,1.1
  set xyplane relative 0.05
  set xtics offset 0,-0.3
  set ytics offset -0.5,-0.5
  set ylabel offset 1.5,0
  set pm3d scansautomatic
  set style fill transparent solid 0.85
  splot 'phi_surface.dat' index 0 every 3:3 using 1:2:4 with lines lc rgb '#777777' dt solid lw 0.7 notitle, \
    'phi_surface.dat' index 0 using 1:2:3 with pm3d notitle, \
    'phi_surface.dat' index 0 every 3:3 using 1:2:5 with lines lc rgb '#777777' dt solid lw 0.7 notitle, \
    'phi_surface.dat' index 1 using 1:2:3 with points pt 7 ps 0.8 lc rgb '#D55E00' nocontour notitle

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
  set zlabel ''
  set zrange [*:*]
  set ztics 1
  set label 'φ̂' at graph 0,1,1.2 center
  unset key
  unset colorbox
  set view 58,325,1,1.1
  set xyplane relative 0.05
  set xtics offset 0,-0.3
  set ytics offset -0.5,-0.5
  set ylabel offset 1.5,0
  set pm3d scansautomatic
  set style fill transparent solid 0.85
  splot 'phi_surface.dat' index 2 every 3:3 using 1:2:4 with lines lc rgb '#777777' dt solid lw 0.7 notitle, \
    'phi_surface.dat' index 2 using 1:2:3 with pm3d notitle, \
    'phi_surface.dat' index 2 every 3:3 using 1:2:5 with lines lc rgb '#777777' dt solid lw 0.7 notitle, \
    'phi_surface.dat' index 3 using 1:2:3 with points pt 7 ps 0.8 lc rgb '#D55E00' nocontour notitle

  unset multiplot
  unset output
}
