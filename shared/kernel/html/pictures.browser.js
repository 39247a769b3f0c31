// Pictures that are chosen, pasted or dropped while writing are added once the text has been posted. So is the cover of an
// update, which is published only when it has them all.
(function () {
  'use strict';
  var SENT_MAX_BYTES = 4 * 1024 * 1024;
  var SIDE_MAX_PIXELS = 2560;
  var PICTURES_MAX = 10;
  var THUMBNAIL_PIXELS = 96;
  var WIDE_PIXELS = 480;
  var PREVIEW_PIXELS = 1280;
  var chosen = { picture: [], cover: [] };
  var refused = [];

  function allChosen() {
    return chosen.cover.concat(chosen.picture);
  }

  function setUp(field) {
    var texts = JSON.parse(field.dataset.pictures);
    var kind = field.dataset.kind || 'picture';
    var mine = chosen[kind];
    var form = field.closest('form');
    var list = field.querySelector('ul');
    var input = field.querySelector('input');
    var button = field.querySelector('button');
    var hint = field.querySelector('[data-said]');
    var later = form.querySelector('.later');
    var replaced = field.querySelector('[data-replaced]');
    field.hidden = false;
    if (later) later.hidden = true;

    function say(text, isBad) {
      hint.textContent = text;
      hint.className = isBad ? 'wrong' : 'hint';
      hint.setAttribute('role', isBad ? 'alert' : 'status');
    }
    function naming(text, name) {
      return text.replace('{name}', name);
    }
    function refuse(name, why) {
      say(naming(texts.refused, name) + ' ' + why, true);
    }
    form.addEventListener('failed', function () {
      if (mine.length > 0) say(texts.failed, true);
    });
    form.addEventListener('sending', function () {
      if (mine.length > 0) say(texts.sending);
    });
    function draw() {
      list.replaceChildren.apply(list, mine.map(entry));
      if (replaced) replaced.hidden = mine.length > 0;
    }
    function entry(picture) {
      var row = document.createElement('li');
      var alt = document.createElement('input');
      alt.placeholder = texts.alt;
      alt.setAttribute('aria-label', picture.name + ': ' + texts.alt);
      alt.maxLength = 200;
      alt.value = picture.alt;
      alt.addEventListener('input', function () {
        picture.alt = alt.value;
      });
      var remove = document.createElement('button');
      remove.type = 'button';
      remove.className = 'link';
      remove.textContent = texts.remove;
      remove.setAttribute('aria-label', texts.remove + ': ' + picture.name);
      remove.addEventListener('click', function () {
        drop(picture);
        button.focus();
      });
      var name = document.createElement('bdi');
      name.textContent = picture.name;
      row.append(picture.thumbnail, name, remove);
      if (kind === 'picture') row.append(alt);
      return row;
    }
    function drop(picture) {
      mine.splice(mine.indexOf(picture), 1);
      draw();
    }
    // Pasted ones all have the same name.
    function nameOf(file) {
      var number = 1;
      var name = file.name;
      function isTaken(one) {
        return one.name === name;
      }
      while (mine.some(isTaken)) {
        number += 1;
        name = file.name.replace(/(\.\w+)?$/, ' (' + number + ')$1');
      }
      return name;
    }
    function choose(file) {
      if (!/^image\/(png|jpeg|webp)$/.test(file.type)) return refuse(file.name, texts.bad);
      if (kind === 'cover') mine.length = 0;
      if (mine.length === PICTURES_MAX) return refuse(file.name, texts.tooMany);
      var canvas = document.createElement('canvas');
      canvas.width = canvas.height = THUMBNAIL_PIXELS;
      if (kind === 'cover') canvas.width = WIDE_PIXELS;
      if (kind === 'cover') canvas.height = (WIDE_PIXELS / 16) * 6;
      canvas.setAttribute('aria-hidden', 'true');
      var picture = { kind: kind, file: file, name: nameOf(file), alt: '', thumbnail: canvas };
      mine.push(picture);
      say(naming(texts.chosen, picture.name));
      // What cannot be shown here is refused before anything is posted.
      createImageBitmap(file).then(
        function (image) {
          paint(canvas, image);
        },
        function () {
          if (mine.indexOf(picture) < 0) return;
          drop(picture);
          refuse(picture.name, texts.bad);
        },
      );
    }
    // Who pastes goes on writing.
    function add(files, isAskedFor) {
      if (form.dataset.writes === 'update') form.dataset.unsaved = '';
      var before = mine.length;
      [].forEach.call(files, choose);
      draw();
      var row = list.children[mine.length > before ? before : list.children.length - 1];
      if (isAskedFor && row) (row.querySelector('input') || row.querySelector('button')).focus();
    }

    button.addEventListener('click', function () {
      input.click();
    });
    input.addEventListener('change', function () {
      add(input.files, true);
      input.value = '';
    });
    draw();
    if (kind === 'cover') return;
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
  }

  // As much of the middle of a picture as fills the thumbnail.
  function paint(canvas, image) {
    var scale = Math.min(image.width / canvas.width, image.height / canvas.height);
    var width = canvas.width * scale;
    var height = canvas.height * scale;
    var x = (image.width - width) / 2;
    var y = (image.height - height) / 2;
    canvas.getContext('2d').drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
    image.close();
  }

  function drawn(image, most) {
    var scale = Math.min(1, most / Math.max(image.width, image.height));
    var canvas = document.createElement('canvas');
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  }

  // Larger ones are made as large as they can be seen.
  function sendable(file) {
    if (file.size <= SENT_MAX_BYTES) return Promise.resolve(file);
    return createImageBitmap(file).then(function (image) {
      return new Promise(function (resolve) {
        drawn(image, SIDE_MAX_PIXELS).toBlob(resolve, 'image/jpeg', 0.85);
      });
    });
  }

  // What it shows, or the name of its file; one that was pasted has none.
  function altOf(picture) {
    var name = picture.file.name.replace(/\.\w+$/, '');
    return picture.alt || (name === 'image' ? '' : name);
  }

  // A picture that is refused does not keep the others from being added.
  function addAll(path, token) {
    var queue = chosen.cover.length > 0 ? chosen.cover : chosen.picture;
    var picture = queue[0];
    if (!picture) return Promise.resolve();
    return sendable(picture.file)
      .then(function (file) {
        var data = new FormData();
        data.append('form_token', token);
        data.append('do', picture.kind);
        data.append('alt', altOf(picture));
        data.append(picture.kind, file);
        return fetch(path, { method: 'POST', headers: { accept: 'text/html' }, body: data });
      })
      .then(function (response) {
        return response.redirected ? undefined : response.text().then(problemOf);
      })
      .catch(function () {
        return 'picture.failed';
      })
      .then(function (problem) {
        if (problem) refused.push({ name: picture.name, problem: problem });
        queue.shift();
        return addAll(path, token);
      });
  }
  function problemOf(text) {
    var problem = new DOMParser().parseFromString(text, 'text/html').getElementById('problem');
    return (problem && problem.dataset.problem) || 'picture.failed';
  }

  // A page that answers a form, in the place of the page with the form.
  function show(text) {
    var page = new DOMParser().parseFromString(text, 'text/html');
    var main = page.querySelector('main');
    // What is for pages without scripts would be fields of its forms.
    main.querySelectorAll('noscript').forEach(function (without) {
      without.remove();
    });
    document.title = page.title;
    document.querySelector('main').replaceWith(main);
    main.querySelectorAll('[data-pictures]').forEach(setUp);
    var preview = main.querySelector('[data-preview]');
    if (preview) complete(preview);
    window.scrollTo(0, 0);
    (main.querySelector('[autofocus]') || main).focus();
  }

  // A preview has what is not sent yet where it will be: the cover in its place, and pictures at the end of the text.
  function complete(preview) {
    var text = preview.querySelector('.prose');
    var replaced = preview.querySelector('img.cover');
    if (replaced && chosen.cover.length > 0) replaced.remove();
    allChosen().forEach(function (picture) {
      var place = document.createElement('p');
      text[picture.kind === 'cover' ? 'before' : 'append'](place);
      createImageBitmap(picture.file).then(function (image) {
        var canvas = drawn(image, PREVIEW_PIXELS);
        canvas.role = 'img';
        canvas.ariaLabel = altOf(picture) || picture.name;
        if (picture.kind === 'picture') return place.append(canvas);
        canvas.className = 'cover';
        place.replaceWith(canvas);
      });
    });
  }

  function posted(url, token) {
    var said = url.searchParams.get('said');
    var written = url.pathname + (said ? '/comments/' + said : '');
    return addAll(written + '/picture', token).then(function () {
      if (refused.length === 0) {
        return location.assign(url.pathname + url.search + (said ? '#comment-' + said : ''));
      }
      // Its page says what is posted and what is not, and takes a picture once more.
      location.assign(written + '/picture?' + refusals());
    });
  }
  function refusals() {
    var query = new URLSearchParams({ problem: refused[0].problem });
    refused.forEach(function (picture) {
      query.append('refused', picture.name);
    });
    return query;
  }

  // An update that is stored: its pictures are added to it, and then it is published, if all of them could be.
  function stored(url, token, act) {
    return addAll(url.pathname + '/picture', token).then(function () {
      if (refused.length > 0) return location.assign(url.pathname + '?' + refusals());
      if (act !== 'publish') return location.assign(url.href);
      var body = new URLSearchParams({ form_token: token, do: 'publish-stored' });
      return fetch(url.pathname, { method: 'POST', headers: { accept: 'text/html' }, body: body }).then(
        function (response) {
          return response.redirected ? location.assign(response.url) : response.text().then(show);
        },
      );
    });
  }

  document.addEventListener('submit', function (event) {
    var form = event.target;
    var button = event.submitter;
    if (!form.dataset.writes || allChosen().length === 0 || (button && button.name === 'cancel')) return;
    event.preventDefault();
    if (form.ariaBusy) return;
    form.ariaBusy = 'true';
    form.dispatchEvent(new CustomEvent('sending'));
    var data = new URLSearchParams(new FormData(form));
    if (button && button.name) data.set(button.name, button.value);
    var act = data.get('do');
    var isUpdate = form.dataset.writes === 'update';
    if (isUpdate && act === 'publish') data.set('do', 'save');
    fetch(form.action, { method: 'POST', headers: { accept: 'text/html' }, body: data })
      .then(function (response) {
        var url = new URL(response.url);
        if (url.searchParams.has('said') || url.searchParams.has('thanks')) {
          return posted(url, data.get('form_token'));
        }
        if (isUpdate && url.searchParams.has('done')) return stored(url, data.get('form_token'), act);
        if (!response.redirected) return response.text().then(show);
        // Signed out meanwhile: the text goes along with the sign-in, as it does without this script.
        if (isUpdate) nameUnsent(form);
        chosen = { picture: [], cover: [] };
        form.requestSubmit(button);
      })
      .catch(function () {
        form.ariaBusy = null;
        form.dataset.unsaved = '';
        form.dispatchEvent(new CustomEvent('failed'));
      });
  });

  function nameUnsent(form) {
    var names = allChosen().map(function (picture) {
      return picture.name;
    });
    var field = document.createElement('input');
    form.append(Object.assign(field, { type: 'hidden', name: 'unsent', value: names.join(', ') }));
  }

  document.querySelectorAll('[data-pictures]').forEach(setUp);
})();
