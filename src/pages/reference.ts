const reference = document.querySelector('rapi-doc');
const dark = matchMedia('(prefers-color-scheme: dark)');

function setTheme(): void {
  reference?.setAttribute('theme', dark.matches ? 'dark' : 'light');
}

dark.addEventListener('change', setTheme);
setTheme();
// "Try it" calls the address at which the page was opened, whichever of the public ones that is.
reference?.setAttribute('server-url', new URL('..', location.href).href.replace(/\/$/, ''));
