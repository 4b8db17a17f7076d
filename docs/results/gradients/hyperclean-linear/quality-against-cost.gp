# Draws quality-against-cost.svg and quality-against-cost.png from quality-against-cost.dat: gnuplot quality-against-cost.gp
set encoding utf8
set linetype 1 lc rgb '#0072B2' dt solid pt 7 ps 0.7
set linetype 2 lc rgb '#D55E00' dt (8,4) pt 5 ps 0.7
set linetype 3 lc rgb '#009E73' dt (2,3) pt 9 ps 0.7
set linetype 4 lc rgb '#CC79A7' dt (8,3,2,3) pt 13 ps 0.7
set linetype 5 lc rgb '#E69F00' dt (14,4) pt 11 ps 0.7
set linetype 6 lc rgb '#56B4E9' dt (4,2) pt 6 ps 0.7
set linetype 7 lc rgb '#000000' dt (8,2,2,2,2,2) pt 4 ps 0.7
set linetype 8 lc rgb '#7F7F7F' dt (5,5) pt 8 ps 0.7
set linetype 9 lc rgb '#8C510A' dt (12,3,4,3) pt 10 ps 0.7
set linetype 10 lc rgb '#332288' dt (3,5) pt 12 ps 0.7
set linetype 11 lc rgb '#999933' dt (10,2) pt 14 ps 0.7
set linetype 12 lc rgb '#882255' dt (6,2,1,2) pt 15 ps 0.7
do for [format in 'svg png'] {
  if (format eq 'svg') { set terminal svg size 864,874 noenhanced font 'sans-serif,12' fontscale 1.333 linewidth 1 background rgb 'white' }
  if (format eq 'png') { set terminal pngcairo size 2160,2184 noenhanced font 'sans-serif,12' fontscale 2.5 linewidth 2.5 pointscale 2.5 }
  set output 'quality-against-cost.'.format
  set multiplot layout 2,2 title 'Quality against cost'

  reset
  set title 'consistent models'
  set border lw 0.8
  set tics nomirror scale 0.5
  set xlabel 'sample-gradients'
  set xrange [*:*]
  set logscale x
  set ylabel 'test loss'
  set yrange [*:*]
  set ytics 0.2
  set xlabel offset 0,0.4
  set key bmargin center horizontal Left reverse samplen 1.5 height 1
  plot 'quality-against-cost.dat' index 0 using 1:2 with lines lt 1 lw 2 title 'two_sided', \
    'quality-against-cost.dat' index 1 using 1:2 with lines lt 2 lw 2 title 'implicit', \
    'quality-against-cost.dat' index 2 using 1:2 with lines lt 3 lw 2 title 'unrolled', \
    'quality-against-cost.dat' index 3 using 1:2 with lines lt 4 lw 2 title 'stn', \
    'quality-against-cost.dat' index 4 using 1:2 with lines lt 5 lw 2 title 'penalty', \
    'quality-against-cost.dat' index 5 using 1:2 with lines lt 6 lw 2 title 'bome', \
    'quality-against-cost.dat' index 6 using 1:2 with lines lt 7 lw 2 title 'vpbgd', \
    'quality-against-cost.dat' index 7 using 1:2 with lines lt 8 lw 2 title 'f2sa'

  reset
  set title 'consistent models'
  set border lw 0.8
  set tics nomirror scale 0.5
  set xlabel 'sample-gradients'
  set xrange [*:*]
  set logscale x
  set ylabel 'test accuracy'
  set yrange [*:*]
  set ytics 0.05
  set xlabel offset 0,0.4
  set key bmargin center horizontal Left reverse samplen 1.5 height 1
  plot 'quality-against-cost.dat' index 8 using 1:2 with lines lt 1 lw 2 title 'two_sided', \
    'quality-against-cost.dat' index 9 using 1:2 with lines lt 2 lw 2 title 'implicit', \
    'quality-against-cost.dat' index 10 using 1:2 with lines lt 3 lw 2 title 'unrolled', \
    'quality-against-cost.dat' index 11 using 1:2 with lines lt 4 lw 2 title 'stn', \
    'quality-against-cost.dat' index 12 using 1:2 with lines lt 5 lw 2 title 'penalty', \
    'quality-against-cost.dat' index 13 using 1:2 with lines lt 6 lw 2 title 'bome', \
    'quality-against-cost.dat' index 14 using 1:2 with lines lt 7 lw 2 title 'vpbgd', \
    'quality-against-cost.dat' index 15 using 1:2 with lines lt 8 lw 2 title 'f2sa'

  reset
  set title 'refit models'
  set border lw 0.8
  set tics nomirror scale 0.5
  set xlabel 'sample-gradients'
  set xrange [*:*]
  set logscale x
  set ylabel 'test loss'
  set yrange [*:*]
  set ytics 0.1
  set xlabel offset 0,0.4
  set key bmargin center horizontal Left reverse samplen 1.5 height 1
  plot 'quality-against-cost.dat' index 16 using 1:2 with lines lt 1 lw 2 title 'two_sided', \
    'quality-against-cost.dat' index 17 using 1:2 with lines lt 2 lw 2 title 'implicit', \
    'quality-against-cost.dat' index 18 using 1:2 with lines lt 3 lw 2 title 'unrolled', \
    'quality-against-cost.dat' index 19 using 1:2 with lines lt 4 lw 2 title 'stn', \
    'quality-against-cost.dat' index 20 using 1:2 with lines lt 5 lw 2 title 'penalty', \
    'quality-against-cost.dat' index 21 using 1:2 with lines lt 6 lw 2 title 'bome', \
    'quality-against-cost.dat' index 22 using 1:2 with lines lt 7 lw 2 title 'vpbgd', \
    'quality-against-cost.dat' index 23 using 1:2 with lines lt 8 lw 2 title 'f2sa'

  reset
  set title 'refit models'
  set border lw 0.8
  set tics nomirror scale 0.5
  set xlabel 'sample-gradients'
  set xrange [*:*]
  set logscale x
  set ylabel 'test accuracy'
  set yrange [*:*]
  set ytics 0.005
  set xlabel offset 0,0.4
  set key bmargin center horizontal Left reverse samplen 1.5 height 1
  plot 'quality-against-cost.dat' index 24 using 1:2 with lines lt 1 lw 2 title 'two_sided', \
    'quality-against-cost.dat' index 25 using 1:2 with lines lt 2 lw 2 title 'implicit', \
    'quality-against-cost.dat' index 26 using 1:2 with lines lt 3 lw 2 title 'unrolled', \
    'quality-against-cost.dat' index 27 using 1:2 with lines lt 4 lw 2 title 'stn', \
    'quality-against-cost.dat' index 28 using 1:2 with lines lt 5 lw 2 title 'penalty', \
    'quality-against-cost.dat' index 29 using 1:2 with lines lt 6 lw 2 title 'bome', \
    'quality-against-cost.dat' index 30 using 1:2 with lines lt 7 lw 2 title 'vpbgd', \
    'quality-against-cost.dat' index 31 using 1:2 with lines lt 8 lw 2 title 'f2sa'

  unset multiplot
  unset output
}
