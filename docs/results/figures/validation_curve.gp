# Draws validation_curve.svg and validation_curve.png from validation_curve.dat: gnuplot validation_curve.gp
set encoding utf8
set linetype 1 lc rgb '#0072B2' dt solid pt 7 ps 0.7
set linetype 2 lc rgb '#D55E00' dt (8,4) pt 5 ps 0.7
set linetype 3 lc rgb '#009E73' dt (2,3) pt 9 ps 0.7
set linetype 4 lc rgb '#CC79A7' dt (8,3,2,3) pt 13 ps 0.7
set linetype 5 lc rgb '#E69F00' dt (14,4) pt 11 ps 0.7
set linetype 6 lc rgb '#56B4E9' dt (4,2) pt 6 ps 0.7
set linetype 7 lc rgb '#000000' dt (8,2,2,2,2,2) pt 4 ps 0.7
do for [format in 'svg png'] {
  if (format eq 'svg') { set terminal svg size 336,566 noenhanced font 'sans-serif,12' fontscale 1.333 linewidth 1 background rgb 'white' }
  if (format eq 'png') { set terminal pngcairo size 840,1416 noenhanced font 'sans-serif,12' fontscale 2.5 linewidth 2.5 pointscale 2.5 }
  set output 'validation_curve.'.format
  set multiplot layout 2,1 title 'MNIST-1K, one hyperparameter'

  reset
  set title 'validation loss'
  set border lw 0.8
  set tics nomirror scale 0.5
  set xlabel 'λ'
  set xrange [-9:-2]
  set xtics 2
  set ylabel 'F(λ)'
  set yrange [*:*]
  set ytics 0.5
  set xlabel offset 0,0.4
  unset key
  plot 'validation_curve.dat' index 0 using 1:2 with linespoints lt 1 lw 2 notitle

  reset
  set title 'its slope'
  set border lw 0.8
  set tics nomirror scale 0.5
  set xlabel 'λ'
  set xrange [-9:-2]
  set xtics 2
  set ylabel 'dF/dλ'
  set yrange [*:*]
  set ytics 0.5
  set arrow from graph 0, first 0 to graph 1, first 0 nohead lc rgb '#888888'
  set xlabel offset 0,0.4
  set key bmargin center horizontal Left reverse samplen 1.5
  plot 'validation_curve.dat' index 1 using 1:2 with lines lt 1 lw 2 title 'difference', \
    'validation_curve.dat' index 2 using 1:2 with points lt 2 lw 2 title 'two-sided', \
    'validation_curve.dat' index 3 using 1:2 with linespoints lt 3 lw 2 title 'one-sided'

  unset multiplot
  unset output
}
