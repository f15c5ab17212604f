const reference = document.querySelector('rapi-doc');
const dark = matchMedia('(prefers-color-scheme: dark)');

function setTheme(): void {
  reference?.setAttribute('theme', dark.matches ? 'dark' : 'light');
}

/** RapiDoc has no list of operations beside a narrow page, so there they stand on the page itself. */
const narrow = matchMedia('(max-width: 767px)');

function setStyle(): void {
  reference?.setAttribute('render-style', narrow.matches ? 'view' : 'focused');
}

dark.addEventListener('change', setTheme);
setTheme();
narrow.addEventListener('change', setStyle);
setStyle();
// "Try it" calls the address at which the page was opened, whichever of the public ones that is.
reference?.setAttribute('server-url', new URL('..', location.href).href.replace(/\/$/, ''));
