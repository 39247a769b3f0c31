import { closestTo } from '../../kernel/html/scripts/dom.ts';

// In a frame, the Escape key closes the dialog of the site around it.
if (window.parent !== window) {
  // What the dialog around it says already is left out.
  document.documentElement.dataset.framed = '';
  window.parent.postMessage(`plotline:shown:${location.pathname}`, '*');
  window.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') window.parent.postMessage('plotline:close', '*');
  });
  // Browsers do not do so in a frame on their own.
  if (document.hasFocus()) document.querySelector<HTMLElement>('[autofocus]')?.focus();
  // Other sites may not be shown in a frame.
  document.addEventListener('click', (event) => {
    const link = closestTo<HTMLAnchorElement>(event, 'a');
    if (link && link.origin !== location.origin) link.target = '_blank';
  });
  // It also says which scheme its site has.
  window.addEventListener('message', ({ data, source }: MessageEvent<unknown>) => {
    const scheme = /^plotline:(light|dark)$/.exec(String(data))?.[1];
    if (source === window.parent && scheme) document.documentElement.dataset.theme = scheme;
  });
}
