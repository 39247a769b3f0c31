// In a frame, the Escape key closes the dialog of the site around it.
if (parent !== window) {
  addEventListener('keydown', function (event) {
    if (event.key === 'Escape') parent.postMessage('plotline:close', '*');
  });
}
