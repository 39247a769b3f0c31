// Pictures that are chosen, pasted or dropped while writing are added once the text has been posted.
(function () {
  'use strict';
  var SENT_MAX_BYTES = 4 * 1024 * 1024;
  var SIDE_MAX_PIXELS = 2560;
  var PICTURES_MAX = 10;
  var chosen = [];

  function setUp(field) {
    var texts = JSON.parse(field.dataset.pictures);
    var form = field.closest('form');
    var list = field.querySelector('ul');
    var input = field.querySelector('input');
    var button = field.querySelector('button');
    var hint = field.querySelector('.hint');
    var later = form.querySelector('.later');
    field.hidden = false;
    if (later) later.hidden = true;

    function say(text) {
      hint.textContent = text;
      hint.setAttribute('role', 'alert');
    }
    form.addEventListener('failed', function () {
      say(texts.failed);
    });
    form.addEventListener('sending', function () {
      say(texts.sending);
    });
    function draw() {
      list.replaceChildren.apply(list, chosen.map(entry));
    }
    function entry(picture) {
      var row = document.createElement('li');
      var alt = document.createElement('input');
      alt.placeholder = texts.alt;
      alt.setAttribute('aria-label', picture.file.name + ': ' + texts.alt);
      alt.maxLength = 200;
      alt.value = picture.alt;
      alt.addEventListener('input', function () {
        picture.alt = alt.value;
      });
      var remove = document.createElement('button');
      remove.type = 'button';
      remove.className = 'link';
      remove.textContent = texts.remove;
      remove.setAttribute('aria-label', texts.remove + ': ' + picture.file.name);
      remove.addEventListener('click', function () {
        chosen.splice(chosen.indexOf(picture), 1);
        draw();
        button.focus();
      });
      var name = document.createElement('bdi');
      name.textContent = picture.file.name;
      row.append(name, remove, alt);
      return row;
    }
    function add(files) {
      var before = chosen.length;
      [].forEach.call(files, function (file) {
        if (!/^image\/(png|jpeg|webp)$/.test(file.type)) return say(texts.bad);
        if (chosen.length === PICTURES_MAX) return say(texts.tooMany);
        chosen.push({ file: file, alt: '' });
      });
      draw();
      if (chosen.length > before) list.children[before].querySelector('input').focus();
    }

    button.addEventListener('click', function () {
      input.click();
    });
    input.addEventListener('change', function () {
      add(input.files);
      input.value = '';
    });
    form.addEventListener('paste', function (event) {
      if (event.clipboardData.files.length === 0) return;
      event.preventDefault();
      add(event.clipboardData.files);
    });
    form.addEventListener('dragover', function (event) {
      if ([].indexOf.call(event.dataTransfer.types, 'Files') >= 0) event.preventDefault();
    });
    form.addEventListener('drop', function (event) {
      if (event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      add(event.dataTransfer.files);
    });
    draw();
  }

  // Larger ones are made as large as they can be seen.
  function sendable(file) {
    if (file.size <= SENT_MAX_BYTES) return Promise.resolve(file);
    return createImageBitmap(file).then(function (image) {
      var scale = Math.min(1, SIDE_MAX_PIXELS / Math.max(image.width, image.height));
      var canvas = document.createElement('canvas');
      canvas.width = Math.round(image.width * scale);
      canvas.height = Math.round(image.height * scale);
      canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
      return new Promise(function (resolve) {
        canvas.toBlob(resolve, 'image/jpeg', 0.85);
      });
    });
  }

  // What it shows, or the name of its file; one that was pasted has none.
  function altOf(picture) {
    var name = picture.file.name.replace(/\.\w+$/, '');
    return picture.alt || (name === 'image' ? '' : name);
  }

  function addAll(path, token) {
    if (chosen.length === 0) return Promise.resolve(true);
    var picture = chosen[0];
    return sendable(picture.file)
      .then(function (file) {
        var data = new FormData();
        data.append('form_token', token);
        data.append('alt', altOf(picture));
        data.append('picture', file);
        return fetch(path, { method: 'POST', headers: { accept: 'text/html' }, body: data });
      })
      .then(function (response) {
        if (!response.redirected) return false;
        chosen.shift();
        return addAll(path, token);
      });
  }

  // A page that answers a form, in the place of the page with the form.
  function show(text) {
    var page = new DOMParser().parseFromString(text, 'text/html');
    var main = page.querySelector('main');
    document.title = page.title;
    document.querySelector('main').replaceWith(main);
    main.querySelectorAll('[data-pictures]').forEach(setUp);
    window.scrollTo(0, 0);
    (main.querySelector('[autofocus]') || main).focus();
  }

  function posted(url, token) {
    var said = url.searchParams.get('said');
    var written = url.pathname + (said ? '/comments/' + said : '');
    function leave(isAdded) {
      // Its page takes a picture that could not be added, once more.
      location.assign(
        isAdded ? url.pathname + url.search + (said ? '#comment-' + said : '') : written + '/picture',
      );
    }
    return addAll(written + '/picture', token).then(leave, function () {
      leave(false);
    });
  }

  document.addEventListener('submit', function (event) {
    var form = event.target;
    var button = event.submitter;
    if (!form.dataset.writes || chosen.length === 0 || (button && button.name === 'cancel')) return;
    event.preventDefault();
    if (form.ariaBusy) return;
    form.ariaBusy = 'true';
    form.dispatchEvent(new CustomEvent('sending'));
    var data = new URLSearchParams(new FormData(form));
    if (button && button.name) data.set(button.name, button.value);
    fetch(form.action, { method: 'POST', headers: { accept: 'text/html' }, body: data })
      .then(function (response) {
        var url = new URL(response.url);
        if (url.searchParams.has('said') || url.searchParams.has('thanks')) {
          return posted(url, data.get('form_token'));
        }
        if (!response.redirected) return response.text().then(show);
        // Signed out meanwhile: the text goes along with the sign-in, as it does without this script.
        chosen = [];
        form.requestSubmit(button);
      })
      .catch(function () {
        form.ariaBusy = null;
        form.dispatchEvent(new CustomEvent('failed'));
      });
  });

  document.querySelectorAll('[data-pictures]').forEach(setUp);
})();
