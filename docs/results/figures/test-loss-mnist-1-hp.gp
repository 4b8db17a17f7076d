# Draws test-loss-mnist-1-hp.svg and test-loss-mnist-1-hp.png from test-loss-mnist-1-hp.dat: gnuplot test-loss-mnist-1-hp.gp
set encoding utf8
set linetype 1 lc rgb '#0072B2' dt solid pt 7 ps 0.7
set linetype 2 lc rgb '#D55E00' dt (8,4) pt 5 ps 0.7
set linetype 3 lc rgb '#009E73' dt (2,3) pt 9 ps 0.7
set linetype 4 lc rgb '#CC79A7' dt (8,3,2,3) pt 13 ps 0.7
set linetype 5 lc rgb '#E69F00' dt (14,4) pt 11 ps 0.7
set linetype 6 lc rgb '#56B4E9' dt (4,2) pt 6 ps 0.7
set linetype 7 lc rgb '#000000' dt (8,2,2,2,2,2) pt 4 ps 0.7
do for [format in 'svg png'] {
  if (format eq 'svg') { set terminal svg size 336,346 noenhanced font 'sans-serif,12' fontscale 1.333 linewidth 1 background rgb 'white' }
  if (format eq 'png') { set terminal pngcairo size 840,864 noenhanced font 'sans-serif,12' fontscale 2.5 linewidth 2.5 pointscale 2.5 }
  set output 'test-loss-mnist-1-hp.'.format
  set multiplot layout 1,1 title 'Test loss, MNIST, 1 hp'

  reset
  set title ''
  set border lw 0.8
  set tics nomirror scale 0.5
  set ylabel 'test loss'
  set yrange [0:*]
  set ytics 0.1
  set key bmargin center horizontal Left reverse samplen 1.5
  set xrange [-0.6:2.6]
  set xtics ('1,000' 0, '5,000' 1, '10,000' 2) scale 0
  set boxwidth 0.123
  plot 'test-loss-mnist-1-hp.dat' index 0 using 1:2 with boxes dt solid lc rgb '#0072B2' fs pattern 3 border lc rgb '#0072B2' title 'grid', \
    'test-loss-mnist-1-hp.dat' index 1 using 1:2 with boxes dt solid lc rgb '#D55E00' fs pattern 4 border lc rgb '#D55E00' title 'random', \
    'test-loss-mnist-1-hp.dat' index 2 using 1:2 with boxes dt solid lc rgb '#009E73' fs pattern 1 border lc rgb '#009E73' title 'bayes', \
    'test-loss-mnist-1-hp.dat' index 3 using 1:2 with boxes dt solid lc rgb '#CC79A7' fs pattern 5 border lc rgb '#CC79A7' title 'hyperband', \
    'test-loss-mnist-1-hp.dat' index 4 using 1:2 with boxes dt solid lc rgb '#E69F00' fs pattern 2 border lc rgb '#E69F00' title 'gbho', \
    'test-loss-mnist-1-hp.dat' index 5 using 1:2 with boxes dt solid lc rgb '#56B4E9' fs pattern 3 border lc rgb '#56B4E9' title 'two_sided', \
    'test-loss-mnist-1-hp.dat' index 0 using 1:($2-$3):(0):(2*$3) with vectors nohead lw 1.8 dt solid lc rgb '#000000' notitle, \
    'test-loss-mnist-1-hp.dat' index 0 using 1:4 with points pt 6 ps 0.9 lw 1.5 dt solid lc rgb '#000000' title 'paper', \
    'test-loss-mnist-1-hp.dat' index 1 using 1:($2-$3):(0):(2*$3) with vectors nohead lw 1.8 dt solid lc rgb '#000000' notitle, \
    'test-loss-mnist-1-hp.dat' index 1 using 1:4 with points pt 6 ps 0.9 lw 1.5 dt solid lc rgb '#000000' notitle, \
    'test-loss-mnist-1-hp.dat' index 2 using 1:($2-$3):(0):(2*$3) with vectors nohead lw 1.8 dt solid lc rgb '#000000' notitle, \
    'test-loss-mnist-1-hp.dat' index 2 using 1:4 with points pt 6 ps 0.9 lw 1.5 dt solid lc rgb '#000000' notitle, \
    'test-loss-mnist-1-hp.dat' index 3 using 1:($2-$3):(0):(2*$3) with vectors nohead lw 1.8 dt solid lc rgb '#000000' notitle, \
    'test-loss-mnist-1-hp.dat' index 3 using 1:4 with points pt 6 ps 0.9 lw 1.5 dt solid lc rgb '#000000' notitle, \
    'test-loss-mnist-1-hp.dat' index 4 using 1:($2-$3):(0):(2*$3) with vectors nohead lw 1.8 dt solid lc rgb '#000000' notitle, \
    'test-loss-mnist-1-hp.dat' index 4 using 1:4 with points pt 6 ps 0.9 lw 1.5 dt solid lc rgb '#000000' notitle, \
    'test-loss-mnist-1-hp.dat' index 5 using 1:($2-$3):(0):(2*$3) with vectors nohead lw 1.8 dt solid lc rgb '#000000' notitle

  unset multiplot
  unset output
}
