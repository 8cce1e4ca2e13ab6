/** Ink and React take a third of a second to load, so they are loaded when the first view is about to be shown. */
export async function loadInk() {
  const [ink, react] = await Promise.all([import("ink"), import("react")]);
  return {
    Box: ink.Box,
    Text: ink.Text,
    renderToString: ink.renderToString,
    render: ink.render,
    h: react.createElement,
  };
}

export type Ink = Awaited<ReturnType<typeof loadInk>>;
