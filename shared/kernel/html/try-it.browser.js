(function () {
  'use strict';
  // Sends requests of an operation from its page, by a form in the place of the example.
  var INVALID = 'This token is not valid here.';
  var TOKEN_MIN_CHARACTERS = 40;
  var form = document.querySelector('form.try');
  var fields = form.elements;
  var refused = form.querySelector('.wrong');
  var caption = form.querySelector('.caller');
  var openers = document.querySelectorAll('.open-try');
  var stored = window.plotlineStored;
  var answer = window.plotlineAnswer;
  var values = window.plotlineValues;
  var isSending = false;
  var unanswered;
  var filledBody;
  var following = fields.body ? JSON.parse(fields.body.dataset.following) : [];
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
  // What anyone may read takes no token.
  if (fields.token) {
    fields.token.value = stored.read('sessionStorage', 'token') || '';
    fields.token.addEventListener('input', function () {
      refuseToken('');
      // A token that was pasted is whole, and fills in the other fields before they are checked.
      if (fields.token.value.length >= TOKEN_MIN_CHARACTERS) askCaller();
    });
    fields.token.addEventListener('change', askCaller);
  }
  if (fields.workspaceId) fields.workspaceId.value = stored.read('sessionStorage', 'workspace') || '';
  form.addEventListener('focusin', function (event) {
    if (event.target.dataset.list) proposeValues(event.target);
  });
  form.addEventListener('input', function (event) {
    if (event.target.dataset.list) values.nameChosen(event.target);
    if (event.target === fields.body) values.refuseBody('');
  });
  form.addEventListener('change', function (event) {
    if (event.target.dataset.in === 'path') fillFollowing();
  });
  form.addEventListener('submit', function (event) {
    event.preventDefault();
    if (isSending || !isBodyJson() || values.isSomethingLeft()) return;
    if (form.dataset.method === 'DELETE' && !window.confirm(values.question())) return;
    if (fields.token) stored.write('sessionStorage', 'token', fields.token.value);
    if (fields.workspaceId) stored.write('sessionStorage', 'workspace', fields.workspaceId.value);
    var request = optionsOf(form);
    var address = addressOf(form);
    // What was sent and may have arrived keeps its key, so that it is not carried out twice.
    var content = [request.method, address, request.body].join(' ');
    if (!unanswered || unanswered.content !== content)
      unanswered = { content: content, key: window.crypto.randomUUID() };
    if (request.method !== 'GET') request.headers['Idempotency-Key'] = unanswered.key;
    if (request.body) request.body = values.computed(request.body, unanswered.key);
    isSending = true;
    answer.say('Sending the request…');
    var began = window.performance.now();
    fetch(address, request)
      .then(function (response) {
        return response.text().then(function (text) {
          if (response.status < 500) unanswered = undefined;
          if (response.status === 401 && fields.token) refuseToken(INVALID);
          // What was changed has another version.
          if (response.ok) fillFollowing();
          answer.show(response.status, text, window.performance.now() - began);
        });
      })
      .catch(function () {
        answer.say(
          'There was no answer. Check ' +
            (fields.token ? 'the token and ' : '') +
            'the connection, and send it again.',
        );
      })
      .then(function () {
        isSending = false;
      });
  });

  // Who made a token for this operation comes back to its form.
  if (window.location.hash === '#' + form.id) openForm(true);

  function openForm(open) {
    // A field can be called hidden.
    if (open) form.removeAttribute('hidden');
    else form.setAttribute('hidden', '');
    form.parentElement.classList.toggle('trying', open);
    if (!open) form.parentElement.classList.remove('answered');
    openers.forEach(function (button) {
      button.setAttribute('aria-expanded', String(open));
    });
    if (!open) return;
    if (fields.token && fields.token.value) askCaller();
    var empty = [].slice.call(form.querySelectorAll('input, select')).filter(function (input) {
      return input.required && !input.value;
    })[0];
    (empty || fields.token || form.querySelector('input, select, button')).focus({ preventScroll: true });
    // On a phone, the button can be far from the form.
    var place = form.parentElement.getBoundingClientRect().top;
    if (place < 0 || place > window.innerHeight / 2) form.parentElement.scrollIntoView({ block: 'start' });
  }

  // What the token tells is filled in: who asks, in which workspace, and its first team.
  function askCaller() {
    var token = fields.token.value;
    caption.textContent = '';
    refuseToken('');
    if (!token.trim()) return;
    ask('/api/v1/me')
      .then(function (response) {
        if (token !== fields.token.value) return undefined;
        emptyFilledIn();
        if (response.status === 401) refuseToken(INVALID);
        return response.ok ? response.json() : undefined;
      })
      .then(
        function (envelope) {
          if (envelope && token === fields.token.value) fillIn(envelope.data);
        },
        function () {
          // Sending says that there is no connection.
        },
      );
  }

  function fillIn(caller) {
    var lacks = form.dataset.scopes.split(' ').filter(function (scope) {
      return scope && caller.scopes.indexOf(scope) < 0;
    });
    caption.textContent =
      'Acts as ' + caller.name + '.' + (lacks[0] ? ' It lacks the scope ' + lacks.join(' and ') + '.' : '');
    if (fields.workspaceId) fields.workspaceId.value = caller.workspaceId;
    if (fields.teamId && fields.teamId.required && !fields.teamId.value && form.dataset.method !== 'DELETE')
      fields.teamId.value = caller.teamIds[0] || '';
    if (!fields.body) return;
    var isUntouched = [fields.body.defaultValue, filledBody].indexOf(fields.body.value) >= 0;
    fields.body.value = fields.body.value
      .replace(/\$WORKSPACE\b/g, caller.workspaceId)
      .replace(/\$TEAM\b/g, caller.teamIds[0] || '$TEAM')
      .replace(/\$MEMBER\b/g, caller.principalType === 'user' ? caller.principalId : '$MEMBER');
    if (isUntouched) filledBody = fields.body.value;
    values.sayWhatIsLeft();
    fillFollowing();
  }

  // What of the body follows from the fields above it, such as the version of what is changed.
  function fillFollowing() {
    following.forEach(function (one) {
      var path = pathWith(one.path);
      var held = one.filled || '$' + one.name;
      if (!path || fields.body.value.indexOf(held) < 0) return;
      get(path).then(function (found) {
        if (!found || path !== pathWith(one.path)) return;
        var value = values.followingValue(one, found);
        if (!value) return;
        var isUntouched = fields.body.value === filledBody;
        fields.body.value = fields.body.value.split(held).join(value);
        one.filled = value;
        if (isUntouched) filledBody = fields.body.value;
        values.sayWhatIsLeft();
      });
    });
  }

  // A path with the values of fields; undefined while one is missing.
  function pathWith(path) {
    var isComplete = true;
    var filled = path.replace(/\{(\w+)\}/g, function (_, name) {
      if (!fields[name] || !fields[name].value) isComplete = false;
      return encodeURIComponent(fields[name] ? fields[name].value : '');
    });
    return isComplete ? filled : undefined;
  }

  // What was filled in from the token before belongs to another workspace.
  function emptyFilledIn() {
    if (fields.workspaceId) fields.workspaceId.value = '';
    if (fields.teamId && fields.teamId.required) fields.teamId.value = '';
    if (!fields.body || fields.body.value !== filledBody) return;
    fields.body.value = fields.body.defaultValue;
    following.forEach(function (one) {
      one.filled = undefined;
    });
    values.sayWhatIsLeft();
  }

  function refuseToken(text) {
    refused.textContent = text;
    // A request is not sent with it, and the browser names this field before those that it would have filled in.
    fields.token.setCustomValidity(text);
    if (text) fields.token.setAttribute('aria-invalid', 'true');
    else fields.token.removeAttribute('aria-invalid');
  }

  // Values for an id, each with the name of what it is the id of.
  function proposeValues(input) {
    var path = pathWith('/api/v1/workspaces/{workspaceId}/' + input.dataset.list);
    if (!path || input.dataset.proposed === path) return;
    input.dataset.proposed = path;
    get(path).then(function (found) {
      if (!found) return;
      values.propose(input, found);
    });
  }

  // The data of a response; undefined if there is none, as for a token that is not one.
  function get(path) {
    return ask(path)
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

  function ask(path) {
    var headers = { Authorization: 'Bearer ' + fields.token.value.trim() };
    return fetch(path, { headers: headers, credentials: 'omit' });
  }

  function isBodyJson() {
    if (!fields.body) return true;
    try {
      JSON.parse(fields.body.value);
      return true;
    } catch (error) {
      answer.say('The body is not JSON: ' + error.message);
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
      else if (input.value) query.append(input.name, valueOf(input));
    });
    return String(query) ? path + '?' + query : path;
  }

  function optionsOf(form) {
    var headers = fields.token ? { Authorization: 'Bearer ' + fields.token.value.trim() } : {};
    // Only the token says who asks, not a session of this browser.
    var options = { method: form.dataset.method, headers: headers, credentials: 'omit' };
    if (!form.elements.body) return options;
    headers['Content-Type'] = 'application/json';
    options.body = form.elements.body.value;
    return options;
  }

  // Of a list, the values that are chosen.
  function valueOf(input) {
    if (!input.multiple) return input.value;
    return [].slice
      .call(input.selectedOptions)
      .map(function (option) {
        return option.value;
      })
      .join(',');
  }
})();
