(function () {
  'use strict';
  // A program that changes something nearly always reads it first; the box for reading can be unticked.
  document.querySelectorAll('input[name^="scope:"][name$=":write"]').forEach(function (box) {
    var read = document.getElementsByName(box.name.replace(/:write$/, ':read'))[0];
    box.addEventListener('change', function () {
      if (box.checked && read) read.checked = true;
    });
  });

  // The form of the operation finds the token where it stores what is pasted into it: in this tab.
  document.querySelectorAll('a[data-token]').forEach(function (link) {
    link.addEventListener('click', function () {
      try {
        window.sessionStorage.setItem(
          'plotline-token',
          document.getElementById(link.dataset.token).textContent,
        );
        window.sessionStorage.setItem('plotline-workspace', link.dataset.workspace);
      } catch {
        // Storage can be forbidden: then the token is pasted.
      }
    });
  });
})();
