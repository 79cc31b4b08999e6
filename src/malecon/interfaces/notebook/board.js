// The board of a notebook: shows the picture that Python draws, and sends clicks on cells and buttons back.

const BUTTONS = { move: "Engine move", analyse: "Analyse", undo: "Undo", reset: "New game" };

/** Returns the name of the cell whose centre is nearest to a click, in the coordinates of the picture. */
function cellAt(svg, event, centres) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  let best = null;
  let least = Infinity;
  for (const [name, [x, y]] of Object.entries(centres)) {
    const distance = (x - point.x) ** 2 + (y - point.y) ** 2;
    if (distance < least) {
      best = name;
      least = distance;
    }
  }
  return best;
}

function render({ model, el }) {
  const board = document.createElement("div");
  const status = document.createElement("div");
  const controls = document.createElement("div");
  for (const [name, label] of Object.entries(BUTTONS)) {
    const button = document.createElement("button");
    button.textContent = label;
    button.addEventListener("click", () => model.send({ type: name }));
    controls.append(button);
  }
  const draw = () => {
    board.innerHTML = model.get("svg");
    const svg = board.querySelector("svg");
    svg?.addEventListener("click", (event) => {
      model.send({ type: "cell", cell: cellAt(svg, event, model.get("centres")) });
    });
  };
  const tell = () => {
    status.textContent = model.get("status");
  };
  model.on("change:svg", draw);
  model.on("change:status", tell);
  draw();
  tell();
  el.append(board, status, controls);
}

export default { render };
