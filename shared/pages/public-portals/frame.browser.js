// In a frame, the Escape key closes the dialog of the site around it.
if (window.parent !== window) {
  window.addEventListener('keydown', function (event) {
    if (event.key === 'Escape') window.parent.postMessage('plotline:close', '*');
  });
}
