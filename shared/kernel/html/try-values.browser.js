(function () {
  'use strict';
  // The values of a request in the form of an operation: what is left to replace, what is proposed, and what is chosen.
  var form = document.querySelector('form.try');
  var fields = form.elements;
  // Names that still stand for a value; what is computed when it is sent does not.
  function left() {
    var names = (fields.body && fields.body.value.match(/\$[A-Z_]+/g)) || [];
    return names.filter(function (name, at) {
      return names.indexOf(name) === at && name !== '$NEW_KEY' && name !== '$TODAY';
    });
  }

  function sayWhatIsLeft() {
    var names = left();
    if (names.length === 0) refuseBody('');
    document.getElementById('try-body-hint').textContent =
      names.length > 0
        ? 'JSON. Replace ' +
          names.join(' and ') +
          (names.length > 1 ? ' with your own values.' : ' with your own value.')
        : 'JSON. Change it as you like.';
  }

  // Whether something is left to replace, which is said at the field.
  function isSomethingLeft() {
    var names = left();
    refuseBody(names.length > 0 ? 'Replace ' + names.join(' and ') + ' first: nothing was sent.' : '');
    if (names.length > 0) fields.body.focus();
    return names.length > 0;
  }

  function refuseBody(text) {
    if (!fields.body) return;
    document.getElementById('try-body-wrong').textContent = text;
    if (text) fields.body.setAttribute('aria-invalid', 'true');
    else fields.body.removeAttribute('aria-invalid');
  }

  // A body with what is computed; the same key of a request gives the same keys in it.
  function computed(body, key) {
    var count = 0;
    return body
      .replace(/\$NEW_KEY\b/g, function () {
        count += 1;
        return key + '-' + count;
      })
      .replace(/\$TODAY\b/g, new Date().toISOString().slice(0, 10) + 'T00:00:00Z');
  }

  // What follows from data that was read: of a list, from an entry that is not chosen above.
  function followingValue(one, found) {
    var chosen = [].map.call(form.querySelectorAll('[data-in="path"]'), function (input) {
      return input.value;
    });
    var of =
      one.position === undefined
        ? found
        : found.filter(function (entry) {
            return chosen.indexOf(entry.id) < 0;
          })[one.position];
    return one.value.split('.').reduce(function (part, name) {
      return part && part[name];
    }, of);
  }

  function propose(input, found) {
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
    nameChosen(input);
  }

  function labelOf(input) {
    var list = document.getElementById(input.id + '-values');
    var found = [].filter.call(list ? list.options : [], function (option) {
      return option.value === input.value;
    })[0];
    return found ? found.label : '';
  }

  // An id says nothing to people: what it belongs to is said below its field.
  function nameChosen(input) {
    var name = input.parentElement.querySelector('.chosen');
    if (!name) {
      name = document.createElement('p');
      name.className = 'hint chosen';
      name.setAttribute('role', 'status');
      input.parentElement.append(name);
    }
    name.textContent = labelOf(input);
  }

  // What is asked before something is deleted, such as “Delete a story: ENG-44 Export a sprint as CSV?”
  function question() {
    var last = [].slice.call(form.querySelectorAll('[data-in="path"][data-list]')).pop();
    var name = last && (labelOf(last) || last.value);
    return document.querySelector('h1').textContent.trim() + (name ? ': ' + name : '') + '?';
  }

  window.plotlineValues = {
    sayWhatIsLeft: sayWhatIsLeft,
    isSomethingLeft: isSomethingLeft,
    refuseBody: refuseBody,
    computed: computed,
    followingValue: followingValue,
    propose: propose,
    nameChosen: nameChosen,
    question: question,
  };
})();
