interface Operation {
  method: string;
  path: string;
  summary: string;
  elementId: string;
}
type Loaded = CustomEvent<{ tags: { name: string; paths: Operation[] }[] }>;

const reference = document.querySelector('rapi-doc');
const dark = matchMedia('(prefers-color-scheme: dark)');

function setTheme(): void {
  reference?.setAttribute('theme', dark.matches ? 'dark' : 'light');
}

dark.addEventListener('change', setTheme);
setTheme();
// "Try it" calls the address at which the page was opened, whichever of the public ones that is.
reference?.setAttribute('server-url', new URL('..', location.href).href.replace(/\/$/, ''));

/** RapiDoc hides its list of operations on narrow pages; this one stands above it there. */
const operations = document.querySelector<HTMLDetailsElement>('#operations');

function linkTo({ elementId, method, path, summary }: Operation): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  const address = document.createElement('code');
  link.href = `#${elementId}`;
  address.textContent = `${method.toUpperCase()} ${path}`;
  link.append(summary, address);
  item.append(link);
  return item;
}

reference?.addEventListener('spec-loaded', (event) => {
  const lists = (event as Loaded).detail.tags.flatMap(({ name, paths }) => {
    const heading = document.createElement('h2');
    const list = document.createElement('ul');
    heading.textContent = name;
    list.append(...paths.map(linkTo));
    return [heading, list];
  });
  operations?.querySelector('p')?.remove();
  operations?.append(...lists);
  // A link to an operation shows that one.
  if (operations && location.hash === '') operations.open = true;
  markCurrent();
});

function markCurrent(): void {
  for (const link of operations?.querySelectorAll('a') ?? [])
    if (link.hash === location.hash) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
}
// RapiDoc goes to the operation itself when the address changes.
operations?.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('a')) operations.open = false;
});
addEventListener('hashchange', markCurrent);

const named = new WeakSet<ShadowRoot>();

/** Names RapiDoc's fields and navigation for screen readers, which it does not do itself. */
function nameParts(root: ShadowRoot): void {
  if (!named.has(root)) {
    named.add(root);
    const watched = { childList: true, subtree: true, attributeFilter: ['data-pname'] };
    new MutationObserver(() => nameParts(root)).observe(root, watched);
  }
  for (const field of root.querySelectorAll<HTMLElement>('input, textarea, select')) {
    const name = field.dataset['pname'] ?? field.getAttribute('placeholder') ?? 'Request body';
    if (name) field.setAttribute('aria-label', name);
  }
  root.querySelector('nav')?.setAttribute('aria-label', 'Contents');
  for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) nameParts(shadowRoot);
}

void customElements.whenDefined('rapi-doc').then(() => {
  if (reference?.shadowRoot) nameParts(reference.shadowRoot);
});
