"""Named players of Havannah: those of the papers, and ours, which depend on the base.

`malecon` is the strongest at half a second per move (docs/strength.md): with the net on the bases where that has won,
and otherwise the same as `malecon1`. `perfect` plays base 4 as White by proofs.
"""

from __future__ import annotations

PAPERS = {
    "fossel2010": "uct(c=0.3)+rave(r=50)+extended_rave(w=10)+mate",
    "havbot": "uct(c=0.4)+root_exploration+prior(evaluation)+ept(moves=8)+mcts_solver+threats",
    "stankiewicz2012": "uct(c=0.4)+rave(r=50)+mate+lgrf2+ngram1+prior(joint_neighbour)",  # the paper has no solver
}
# Weight of the evaluation in a result, by base: playouts say less on larger boards (docs/techniques/leaf_eval.md).
SHARES = {2: 0.15, 3: 0.15, 4: 0.15, 5: 0.15, 6: 0.3, 7: 0.4}
LARGE_SHARE = 0.5
# The same with the net, which evaluates better (docs/techniques/net.md).
NET_SHARES = {2: 0.15, 3: 0.15, 4: 0.15, 5: 0.3, 6: 0.5, 7: 0.6}
LARGE_NET_SHARE = 0.8
NET_BASES = (8,)
TREE = "expand(visits=6)+restart+mcts_solver+threats"


def presets(base: int) -> dict[str, str]:
    """Return every preset for a base."""
    share, net_share = SHARES.get(base, LARGE_SHARE), NET_SHARES.get(base, LARGE_NET_SHARE)
    without_net = f"rave(r=500)+policy+leaf_eval(share={share})+{TREE}"
    with_net = f"rave(r=500)+net(visits=64)+leaf_eval(share={net_share})+{TREE}"
    return {
        **PAPERS,
        "malecon": with_net if base in NET_BASES else without_net,
        "malecon1": without_net,
        "malecon_net": with_net,
        "perfect": f"{without_net}+proofs",
    }
