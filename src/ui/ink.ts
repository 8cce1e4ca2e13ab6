type InkModule = typeof import("ink");

/** What our views use of Ink and React. */
export type Ink = Pick<InkModule, "Box" | "Text" | "renderToString" | "render"> & {
  readonly h: typeof import("react").createElement;
};

/** Ink and React take a third of a second to load, so they are loaded when the first view is about to be shown. */
export async function loadInk(): Promise<Ink> {
  const [ink, react] = await Promise.all([import("ink"), import("react")]);
  return {
    Box: ink.Box,
    Text: ink.Text,
    renderToString: ink.renderToString,
    render: ink.render,
    h: react.createElement,
  };
}
