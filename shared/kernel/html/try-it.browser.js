(function () {
  'use strict';
  // Sends requests of an operation from its page, by a form in the place of the example.
  var form = document.querySelector('form.try');
  var fields = form.elements;
  var status = form.querySelector('.outcome');
  var answer = form.querySelector('.answer');
  var openers = document.querySelectorAll('.open-try');
  var isSending = false;
  var unanswered;
  openers.forEach(function (button) {
    button.removeAttribute('hidden');
    button.addEventListener('click', function () {
      openForm(form.hasAttribute('hidden'));
    });
  });
  document.querySelectorAll('input[name="language"]').forEach(function (input) {
    input.addEventListener('click', function () {
      openForm(false);
    });
  });
  fields.token.value = read('sessionStorage', 'token') || '';
  if (fields.workspaceId) fields.workspaceId.value = read('sessionStorage', 'workspace') || '';
  fields.token.addEventListener('change', askCaller);
  form.addEventListener('focusin', function (event) {
    if (event.target.dataset.list) proposeValues(event.target);
  });
  form.addEventListener('submit', function (event) {
    event.preventDefault();
    if (isSending || !isBodyJson()) return;
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

  function openForm(open) {
    // A field can be called hidden.
    if (open) form.removeAttribute('hidden');
    else form.setAttribute('hidden', '');
    form.parentElement.classList.toggle('trying', open);
    openers.forEach(function (button) {
      button.setAttribute('aria-expanded', String(open));
    });
    if (!open) return;
    if (fields.token.value) askCaller();
    var empty = [].slice.call(form.querySelectorAll('input, select')).filter(function (input) {
      return input.required && !input.value;
    })[0];
    (empty || form.querySelector('button')).focus();
  }

  // What the token tells is filled in: who asks, in which workspace, and its first team.
  function askCaller() {
    var note = form.querySelector('.caller');
    note.textContent = '';
    get('/api/v1/me').then(function (caller) {
      if (!caller) return;
      var lacks = form.dataset.scopes.split(' ').filter(function (scope) {
        return scope && caller.scopes.indexOf(scope) < 0;
      });
      note.textContent =
        'It acts as ' +
        caller.name +
        '.' +
        (lacks[0] ? ' It lacks the scope ' + lacks.join(' and ') + '.' : '');
      if (fields.workspaceId) fields.workspaceId.value = caller.workspaceId;
      if (fields.teamId && fields.teamId.required && !fields.teamId.value && form.dataset.method !== 'DELETE')
        fields.teamId.value = caller.teamIds[0] || '';
      if (!fields.body) return;
      fields.body.value = fields.body.value
        .replace(/\$WORKSPACE\b/g, caller.workspaceId)
        .replace(/\$TEAM\b/g, caller.teamIds[0] || '$TEAM')
        .replace(/\$MEMBER\b/g, caller.principalType === 'user' ? caller.principalId : '$MEMBER');
      var left = fields.body.value.match(/\$[A-Z_]+/g);
      document.getElementById('try-body-hint').textContent = left
        ? 'JSON. Replace ' + left.join(' and ') + ' with values of yours.'
        : 'JSON. Change it as you like.';
    });
  }

  // Values for an id, each with the name of what it is the id of.
  function proposeValues(input) {
    var isComplete = fields.workspaceId && fields.workspaceId.value;
    var path = input.dataset.list.replace(/\{(\w+)\}/g, function (_, name) {
      if (!fields[name] || !fields[name].value) isComplete = false;
      return encodeURIComponent(fields[name] ? fields[name].value : '');
    });
    if (!isComplete || input.dataset.proposed === path) return;
    input.dataset.proposed = path;
    get('/api/v1/workspaces/' + fields.workspaceId.value + '/' + path).then(function (found) {
      if (!found) return;
      var list = document.createElement('datalist');
      list.id = input.id + '-values';
      found.forEach(function (one) {
        var option = document.createElement('option');
        option.value = one[input.dataset.value];
        option.label = [one.reference, one.name || one.title || one.slug].filter(Boolean).join(' ');
        list.append(option);
      });
      var old = document.getElementById(list.id);
      if (old) old.remove();
      form.append(list);
      input.setAttribute('list', list.id);
    });
  }

  // The data of a response; undefined if there is none, as for a token that is not one.
  function get(path) {
    return fetch(path, {
      headers: { Authorization: 'Bearer ' + fields.token.value.trim() },
      credentials: 'omit',
    })
      .then(function (response) {
        return response.ok ? response.json() : {};
      })
      .then(
        function (envelope) {
          return envelope.data;
        },
        function () {
          return undefined;
        },
      );
  }

  function isBodyJson() {
    if (!fields.body) return true;
    try {
      JSON.parse(fields.body.value);
      return true;
    } catch (error) {
      show('The body is not JSON: ' + error.message);
      fields.body.focus();
      return false;
    }
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
