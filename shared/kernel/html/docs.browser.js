(function () {
  'use strict';
  if (!navigator.clipboard) return;
  var copied = document.createElement('p');
  copied.className = 'copied';
  copied.setAttribute('role', 'status');
  document.getElementById('content').append(copied);

  document.querySelectorAll('figure').forEach(function (figure) {
    var code = figure.querySelector('pre code');
    var caption = figure.querySelector('figcaption');
    if (!code || !caption) return;
    var of = ': ' + caption.textContent.trim();
    var button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    function say(text) {
      button.textContent = text;
      button.setAttribute('aria-label', text + of);
    }
    say('Copy');
    button.addEventListener('click', function () {
      navigator.clipboard.writeText(code.textContent).then(
        function () {
          answer('Copied');
        },
        function () {
          getSelection().selectAllChildren(code);
          answer('Selected; copy with the keyboard');
        },
      );
    });
    function answer(text) {
      button.textContent = text;
      copied.textContent = text;
      setTimeout(function () {
        say('Copy');
        copied.textContent = '';
      }, 3000);
    }
    figure.append(button);
  });
})();
