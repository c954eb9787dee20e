Creator "Vitrine"
vitrine "{&quot;edges&quot;:[],&quot;format&quot;:&quot;vitrine-columns-1&quot;,&quot;graphs&quot;:[{&quot;name&quot;:&quot;row&quot;,&quot;type&quot;:&quot;integer&quot;}],&quot;id&quot;:&quot;&quot;,&quot;label&quot;:&quot;label&quot;,&quot;layout&quot;:[{&quot;name&quot;:&quot;x&quot;,&quot;type&quot;:&quot;real&quot;},{&quot;name&quot;:&quot;y&quot;,&quot;type&quot;:&quot;real&quot;}],&quot;name&quot;:&quot;&quot;,&quot;nodes&quot;:[{&quot;name&quot;:&quot;id&quot;,&quot;type&quot;:&quot;text&quot;},{&quot;name&quot;:&quot;label&quot;,&quot;type&quot;:&quot;text&quot;},{&quot;name&quot;:&quot;x&quot;,&quot;type&quot;:&quot;integer&quot;}],&quot;structure&quot;:&quot;&quot;,&quot;target&quot;:&quot;&quot;}"
graph [
  directed 0
  row 0
  node [
    id 0
    label "C"
    x 7
    graphics [ x 1.5 y -2.0 ]
  ]
  node [
    id 4
    label "N"
  ]
  edge [
    source 0
    target 4
  ]
]
