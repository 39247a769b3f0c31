(function () {
  'use strict';
  document.querySelectorAll('form[data-upload]').forEach(function (form) {
    var upload = JSON.parse(form.dataset.upload);
    var input = form.querySelector('input[type="file"]');
    var hint = document.getElementById(input.id + '-hint');
    var progress = form.querySelector('progress');
    var id = form.querySelector('input[name="uploadId"]');
    hint.textContent = upload.hint;

    function say(text) {
      progress.hidden = true;
      hint.textContent = text;
      hint.setAttribute('role', 'alert');
      input.focus();
    }

    // Smaller files are sent with the form, as they are without this script.
    form.addEventListener('submit', function (event) {
      var file = input.files[0];
      if (!file || file.size <= upload.sentMax) return;
      event.preventDefault();
      if (file.size > upload.max) return say(upload.tooLarge);
      var data = new FormData();
      Object.keys(upload.fields).forEach(function (name) {
        data.append(name, upload.fields[name]);
      });
      data.append('file', file);
      var request = new XMLHttpRequest();
      request.upload.onprogress = function (step) {
        if (step.lengthComputable) progress.value = step.loaded / step.total;
      };
      request.onload = function () {
        if (request.status >= 300) return say(upload.failed);
        id.disabled = false;
        input.disabled = true;
        form.submit();
      };
      request.onerror = function () {
        say(upload.failed);
      };
      progress.hidden = false;
      request.open('POST', upload.url);
      request.send(data);
    });
  });
})();
