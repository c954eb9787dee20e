# comment
Creator "somebody"
Version 1
graph [
  directed 1
  name "A &quot;G&quot; &#228;&eacute;"
  node [ id 3 label "x" n 1 r .5 b 0 graphics [ x 1.5 line [ p 1 p 2 ] ] ]
  node [ id 1 label "y" r NAN tag "a" tag 2 ]
  node [ id 1 ]
  edge [ source 3 target 1 w -INF ]
  edge [ source 3 target 1 w 2 ]
  edge [ source 3 target 9 ]
  edge [ source 1 target 1 ]
]
graph [ node [ id "s" ] ]
