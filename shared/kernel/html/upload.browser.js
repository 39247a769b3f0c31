(function () {
  'use strict';
  document.querySelectorAll('form[data-upload]').forEach(function (form) {
    var upload = JSON.parse(form.dataset.upload);
    var input = form.querySelector('input[type="file"]');
    var hint = document.getElementById(input.id + '-hint');
    var progress = form.querySelector('progress');
    var id = form.querySelector('input[name="uploadId"]');
    hint.textContent = upload.hint;
    document.addEventListener('merging', function (event) {
      var fresh = event.detail.getElementById(hint.id);
      if (fresh) fresh.textContent = upload.hint;
    });

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
      if (!upload.announce) return send(file, upload);
      // The service is told of the file first, and says how this one is uploaded.
      var token = form.querySelector('[name="form_token"]');
      var about = { name: file.name, size: file.size };
      about[token.name] = token.value;
      if (file.type) about.type = file.type;
      fetch(upload.announce, { method: 'POST', body: new URLSearchParams(about) })
        .then(function (answer) {
          return answer.ok ? answer.json() : Promise.reject(answer);
        })
        .then(function (target) {
          id.value = target.id;
          send(file, target);
        })
        .catch(function () {
          say(upload.failed);
        });
    });
    function send(file, target) {
      var data = new FormData();
      Object.keys(target.fields).forEach(function (name) {
        data.append(name, target.fields[name]);
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
      request.open('POST', target.url);
      request.send(data);
    }
  });
})();
