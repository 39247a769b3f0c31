// In a frame, the Escape key closes the dialog of the site around it.
if (window.parent !== window) {
  // What the dialog around it says already is left out.
  document.documentElement.dataset.framed = '';
  window.parent.postMessage('plotline:shown:' + location.pathname, '*');
  window.addEventListener('keydown', function (event) {
    if (event.key === 'Escape') window.parent.postMessage('plotline:close', '*');
  });
  // Browsers do not do so in a frame on their own.
  var field = document.hasFocus() && document.querySelector('[autofocus]');
  if (field) field.focus();
  // Other sites may not be shown in a frame.
  document.addEventListener('click', function (event) {
    var link = event.target instanceof Element && event.target.closest('a');
    if (link && link.origin !== location.origin) link.target = '_blank';
  });
  // It also says which scheme its site has.
  window.addEventListener('message', function (event) {
    var scheme = /^plotline:(light|dark)$/.exec(event.data);
    if (event.source === window.parent && scheme) document.documentElement.dataset.theme = scheme[1];
  });
}
