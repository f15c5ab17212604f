/** The parts of Swagger UI that are used. It has no types. */
declare function SwaggerUIBundle(options: {
  domNode: Element | null;
  spec: unknown;
  layout: string;
  plugins: readonly ((system: { React: React }) => object)[];
  deepLinking: boolean;
  displayRequestDuration: boolean;
  syntaxHighlight: { theme: string };
}): void;
interface React {
  createElement(type: unknown, props: object | null, ...children: unknown[]): unknown;
}
interface Components {
  getComponent(name: string, isConnected: true): unknown;
}

/** Puts the parts of the page into landmarks, with headings that skip no level and labels for all fields. */
function reference({ React: { createElement: h } }: { React: React }) {
  const Reference = ({ getComponent }: Components) =>
    h(
      'div',
      { className: 'swagger-ui' },
      h(
        'header',
        { className: 'wrapper' },
        h(getComponent('InfoContainer', true), null),
        h(getComponent('AuthorizeBtnContainer', true), null),
      ),
      h(
        'main',
        { className: 'wrapper' },
        h('h2', null, 'Operations'),
        h(getComponent('operations', true), null),
      ),
    );
  return {
    components: { Reference },
    wrapComponents: {
      // A link inside a button is not accessible. The button also changes the URL.
      DeepLink: () => (props: { text: string }) => props.text,
      TextArea: (TextArea: unknown) => (props: object) =>
        h(TextArea, { 'aria-label': 'Request body', ...props }),
      CloseIcon: () => () => 'Close',
    },
  };
}

const dark = matchMedia('(prefers-color-scheme: dark)');
const setTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', setTheme);
setTheme();

const described = await (await fetch('../openapi.json')).json();
// "Try it out" calls the origin from which the page was opened, whichever of the public ones that is.
const servers = [{ url: new URL('..', location.href).href.replace(/\/$/, '') }];
SwaggerUIBundle({
  domNode: document.querySelector('#reference'),
  spec: { ...described, servers },
  layout: 'Reference',
  plugins: [reference],
  deepLinking: true,
  displayRequestDuration: true,
  syntaxHighlight: { theme: 'obsidian' },
});
