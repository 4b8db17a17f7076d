# Draws convergence.svg and convergence.png from convergence.dat: gnuplot convergence.gp
set encoding utf8
set linetype 1 lc rgb '#0072B2' dt solid pt 7 ps 0.7
set linetype 2 lc rgb '#D55E00' dt (8,4) pt 5 ps 0.7
set linetype 3 lc rgb '#009E73' dt (2,3) pt 9 ps 0.7
set linetype 4 lc rgb '#CC79A7' dt (8,3,2,3) pt 13 ps 0.7
set linetype 5 lc rgb '#E69F00' dt (14,4) pt 11 ps 0.7
set linetype 6 lc rgb '#56B4E9' dt (4,2) pt 6 ps 0.7
set linetype 7 lc rgb '#000000' dt (8,2,2,2,2,2) pt 4 ps 0.7
do for [format in 'svg png'] {
  if (format eq 'svg') { set terminal svg size 672,566 noenhanced font 'sans-serif,12' fontscale 1.333 linewidth 1 background rgb 'white' }
  if (format eq 'png') { set terminal pngcairo size 1680,1416 noenhanced font 'sans-serif,12' fontscale 2.5 linewidth 2.5 pointscale 2.5 }
  set output 'convergence.'.format
  set multiplot layout 2,2 title 'GBHO on MNIST-10K, two hyperparameters'

  reset
  set title 'upper level, joint weights'
  set border lw 0.8
  set tics nomirror scale 0.5
  set xlabel 'iteration'
  set xrange [0.5:5.5]
  set xtics 1
  set ylabel 'F'
  set yrange [*:*]
  set ytics 0.1
  set xlabel offset 0,0.4
  unset key
  plot 'convergence.dat' index 0 using 1:2 with linespoints lt 1 lw 1 notitle, \
    'convergence.dat' index 1 using 1:2 with linespoints lt 1 lw 1 notitle, \
    'convergence.dat' index 2 using 1:2 with linespoints lt 1 lw 1 notitle, \
    'convergence.dat' index 3 using 1:2 with linespoints lt 1 lw 1 notitle, \
    'convergence.dat' index 4 using 1:2 with linespoints lt 1 lw 1 notitle, \
    'convergence.dat' index 5 using 1:2 with linespoints lt 2 lw 1 notitle, \
    'convergence.dat' index 6 using 1:2 with linespoints lt 2 lw 1 notitle, \
    'convergence.dat' index 7 using 1:2 with linespoints lt 2 lw 1 notitle, \
    'convergence.dat' index 8 using 1:2 with linespoints lt 2 lw 1 notitle, \
    'convergence.dat' index 9 using 1:2 with linespoints lt 2 lw 1 notitle

  reset
  set title 'distance from φ̂'
  set border lw 0.8
  set tics nomirror scale 0.5
  set xlabel 'iteration'
  set xrange [0.5:5.5]
  set xtics 1
  set ylabel 'f − φ̂'
  set yrange [*:*]
  set ytics 0.2
  set arrow from graph 0, first 0 to graph 1, first 0 nohead lc rgb '#888888'
  set xlabel offset 0,0.4
  unset key
  plot 'convergence.dat' index 10 using 1:2 with linespoints lt 1 lw 1 notitle, \
    'convergence.dat' index 11 using 1:2 with linespoints lt 1 lw 1 notitle, \
    'convergence.dat' index 12 using 1:2 with linespoints lt 1 lw 1 notitle, \
    'convergence.dat' index 13 using 1:2 with linespoints lt 1 lw 1 notitle, \
    'convergence.dat' index 14 using 1:2 with linespoints lt 1 lw 1 notitle, \
    'convergence.dat' index 15 using 1:2 with linespoints lt 2 lw 1 notitle, \
    'convergence.dat' index 16 using 1:2 with linespoints lt 2 lw 1 notitle, \
    'convergence.dat' index 17 using 1:2 with linespoints lt 2 lw 1 notitle, \
    'convergence.dat' index 18 using 1:2 with linespoints lt 2 lw 1 notitle, \
    'convergence.dat' index 19 using 1:2 with linespoints lt 2 lw 1 notitle

  reset
  set title 'multiplier'
  set border lw 0.8
  set tics nomirror scale 0.5
  set xlabel 'iteration'
  set xrange [0.5:5.5]
  set xtics 1
  set ylabel 'μ'
  set yrange [*:*]
  set ytics 1
  set xlabel offset 0,0.4
  unset key
  plot 'convergence.dat' index 20 using 1:2 with linespoints lt 1 lw 1 notitle, \
    'convergence.dat' index 21 using 1:2 with linespoints lt 1 lw 1 notitle, \
    'convergence.dat' index 22 using 1:2 with linespoints lt 1 lw 1 notitle, \
    'convergence.dat' index 23 using 1:2 with linespoints lt 1 lw 1 notitle, \
    'convergence.dat' index 24 using 1:2 with linespoints lt 1 lw 1 notitle, \
    'convergence.dat' index 25 using 1:2 with linespoints lt 2 lw 1 notitle, \
    'convergence.dat' index 26 using 1:2 with linespoints lt 2 lw 1 notitle, \
    'convergence.dat' index 27 using 1:2 with linespoints lt 2 lw 1 notitle, \
    'convergence.dat' index 28 using 1:2 with linespoints lt 2 lw 1 notitle, \
    'convergence.dat' index 29 using 1:2 with linespoints lt 2 lw 1 notitle

  reset
  set title 'penalty factor'
  set border lw 0.8
  set tics nomirror scale 0.5
  set xlabel 'iteration'
  set xrange [0.5:5.5]
  set xtics 1
  set ylabel 'ρ'
  set yrange [*:*]
  set ytics 2
  set xlabel offset 0,0.4
  set key top left Left reverse samplen 1.5
  plot 'convergence.dat' index 30 using 1:2 with linespoints lt 1 lw 1 title 'paper''s settings', \
    'convergence.dat' index 31 using 1:2 with linespoints lt 1 lw 1 notitle, \
    'convergence.dat' index 32 using 1:2 with linespoints lt 1 lw 1 notitle, \
    'convergence.dat' index 33 using 1:2 with linespoints lt 1 lw 1 notitle, \
    'convergence.dat' index 34 using 1:2 with linespoints lt 1 lw 1 notitle, \
    'convergence.dat' index 35 using 1:2 with linespoints lt 2 lw 1 title 'defaults', \
    'convergence.dat' index 36 using 1:2 with linespoints lt 2 lw 1 notitle, \
    'convergence.dat' index 37 using 1:2 with linespoints lt 2 lw 1 notitle, \
    'convergence.dat' index 38 using 1:2 with linespoints lt 2 lw 1 notitle, \
    'convergence.dat' index 39 using 1:2 with linespoints lt 2 lw 1 notitle

  unset multiplot
  unset output
}
