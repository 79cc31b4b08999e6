"""Players by name: those of the papers, and `malecon`, the strongest that we have."""

from __future__ import annotations

PRESETS = {
    "joosten2009": "uct(c=1.2,results=signed)+policy_first(visits=50)+final(by=value)",
    "teytaud2009": "hoeffding(k=0)+rave(r=50)",
    "stankiewicz2012": "uct(c=0.4)+rave(r=50)+mate+lgrf2+ngram1+prior(joint_neighbour)+solver",
    "malecon": "rave(r=500)+bias+expand(visits=10)+solver+proofs",
}
