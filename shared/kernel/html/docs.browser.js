(function () {
  'use strict';
  var content = document.getElementById('content');

  // Copy buttons.
  if (navigator.clipboard) {
    var named = document.querySelector('[data-copy]');
    var words = named ? named.dataset : { copy: 'Copy', copied: 'Copied' };
    var copied = document.createElement('p');
    copied.className = 'copied';
    copied.setAttribute('role', 'status');
    content.append(copied);
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
      say(words.copy);
      button.addEventListener('click', function () {
        navigator.clipboard.writeText(code.textContent).then(
          function () {
            answer(words.copied);
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
          say(words.copy);
          copied.textContent = '';
        }, 3000);
      }
      figure.append(button);
    });
  }

  // Results while typing; the form works without them.
  var search = document.querySelector('form[role="search"]');
  if (search && window.fetch && window.AbortController) {
    var input = search.elements.q;
    var hints = document.createElement('div');
    hints.className = 'hints';
    hints.setAttribute('role', 'status');
    search.append(hints);
    var pending;
    var asked;
    input.setAttribute('autocomplete', 'off');
    input.addEventListener('input', function () {
      window.clearTimeout(pending);
      if (asked) asked.abort();
      if (input.value.trim().length < 2) return hints.replaceChildren();
      pending = setTimeout(suggest, 200);
    });
    search.addEventListener('keydown', function (event) {
      if (event.key === 'Escape') hints.replaceChildren();
    });
    search.addEventListener('focusout', function (event) {
      if (event.relatedTarget && !search.contains(event.relatedTarget)) hints.replaceChildren();
    });
  }

  function suggest() {
    asked = new window.AbortController();
    fetch('/docs/find?q=' + encodeURIComponent(input.value), {
      signal: asked.signal,
      headers: { Accept: 'text/html' },
    })
      .then(function (response) {
        return response.ok ? response.text() : '';
      })
      .then(function (text) {
        var page = new window.DOMParser().parseFromString(text, 'text/html');
        var list = document.createElement('ul');
        [].slice.call(page.querySelectorAll('.found > li'), 0, 6).forEach(function (found) {
          var item = document.createElement('li');
          found.querySelectorAll('a, .quiet').forEach(function (part) {
            item.append(document.importNode(part, true), ' ');
          });
          list.append(item);
        });
        hints.replaceChildren(list.firstChild ? list : 'Nothing found');
      })
      .catch(function () {
        // Another letter was typed, or there is no connection: the button still searches.
      });
  }

  // The language of examples is kept from page to page.
  var languages = document.querySelectorAll('input[name="language"]');
  var chosen = read('localStorage', 'language');
  languages.forEach(function (input) {
    if (input.value === chosen) input.checked = true;
    input.addEventListener('change', function () {
      write('localStorage', 'language', input.value);
    });
  });

  // The list of pages stays where the current one is seen, and follows what is read.
  var map = document.querySelector('.map .wide-only');
  var current = map && map.querySelector('[aria-current="page"]');
  if (current) {
    var list = map.closest('.map');
    list.scrollTop = current.offsetTop - list.clientHeight / 3;
  }
  var links = map ? [].slice.call(map.querySelectorAll('a[href^="#"]')) : [];
  if (links.length > 0 && 'IntersectionObserver' in window) {
    var spy = new window.IntersectionObserver(
      function () {
        var seen = links.filter(function (link) {
          return (
            document.getElementById(link.hash.slice(1)).getBoundingClientRect().top < window.innerHeight / 3
          );
        });
        links.forEach(function (link) {
          if (link === seen[seen.length - 1]) link.setAttribute('aria-current', 'location');
          else link.removeAttribute('aria-current');
        });
      },
      { rootMargin: '0px 0px -60% 0px' },
    );
    links.forEach(function (link) {
      spy.observe(document.getElementById(link.hash.slice(1)));
    });
  }

  // Requests from the page.
  var form = document.querySelector('form.try');
  if (form) {
    var fields = form.elements;
    var status = form.querySelector('.status');
    var answer = form.querySelector('.answer');
    var isSending = false;
    var unanswered;
    // A field can be called hidden.
    form.removeAttribute('hidden');
    fields.token.value = read('sessionStorage', 'token') || '';
    if (fields.workspaceId) fields.workspaceId.value = read('sessionStorage', 'workspace') || '';
    form.addEventListener('submit', function (event) {
      event.preventDefault();
      if (isSending) return;
      if (form.dataset.method === 'DELETE' && !window.confirm('This deletes something. Send the request?'))
        return;
      write('sessionStorage', 'token', fields.token.value);
      if (fields.workspaceId) write('sessionStorage', 'workspace', fields.workspaceId.value);
      var request = optionsOf(form);
      var address = addressOf(form);
      // What was sent and may have arrived keeps its key, so that it is not carried out twice.
      var content = [request.method, address, request.body].join(' ');
      if (!unanswered || unanswered.content !== content)
        unanswered = { content: content, key: window.crypto.randomUUID() };
      if (request.method !== 'GET') request.headers['Idempotency-Key'] = unanswered.key;
      isSending = true;
      show('Sending the request…');
      fetch(address, request)
        .then(function (response) {
          return response.text().then(function (text) {
            if (response.status < 500) unanswered = undefined;
            show('Status ' + response.status, text);
          });
        })
        .catch(function () {
          show('There was no answer. Check the token and the connection, and send it again.');
        })
        .then(function () {
          isSending = false;
        });
    });
  }

  function addressOf(form) {
    var path = form.dataset.path;
    var query = new window.URLSearchParams();
    form.querySelectorAll('[data-in]').forEach(function (input) {
      if (input.dataset.in === 'path')
        path = path.replace('{' + input.name + '}', encodeURIComponent(input.value));
      else if (input.value) query.append(input.name, input.value);
    });
    return String(query) ? path + '?' + query : path;
  }

  function optionsOf(form) {
    var headers = { Authorization: 'Bearer ' + form.elements.token.value.trim() };
    // Only the token says who asks, not a session of this browser.
    var options = { method: form.dataset.method, headers: headers, credentials: 'omit' };
    if (!form.elements.body) return options;
    headers['Content-Type'] = 'application/json';
    options.body = form.elements.body.value;
    return options;
  }

  function show(line, text) {
    status.textContent = line;
    answer.replaceChildren();
    if (!text) return;
    var pre = document.createElement('pre');
    pre.tabIndex = 0;
    pre.setAttribute('role', 'region');
    pre.setAttribute('aria-label', 'Response');
    pre.textContent = pretty(text);
    answer.append(pre);
  }

  function pretty(text) {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  }

  // Storage can be forbidden.
  function read(storage, key) {
    try {
      return window[storage].getItem('plotline-' + key);
    } catch {
      return null;
    }
  }
  function write(storage, key, value) {
    try {
      window[storage].setItem('plotline-' + key, value);
    } catch {
      // Then it is asked for again.
    }
  }
})();
