(function () {
  'use strict';
  // The texts of a story take the cursor where they are opened, and are as they were after Cancel.
  document.addEventListener(
    'toggle',
    function (event) {
      var edit = event.target;
      if (!edit.matches('details.edit') || !edit.open || edit.contains(document.activeElement)) return;
      edit.querySelector('input, textarea').focus();
    },
    true,
  );
  document.addEventListener('click', function (event) {
    var cancel = event.target instanceof Element && event.target.closest('details.edit .cancel');
    if (!cancel) return;
    event.preventDefault();
    var edit = cancel.closest('details');
    edit.querySelectorAll('input, textarea').forEach(function (field) {
      field.value = field.defaultValue;
    });
    edit.open = false;
    edit.firstElementChild.focus();
  });
  // While a name is typed after an at sign, those that begin so are offered.
  function offerNames(field) {
    if (!field.matches('textarea[data-names]') || field.nextElementSibling?.id === 'names') return;
    suggestNames(field);
  }
  offerNames(document.activeElement || document.body);
  document.addEventListener('focusin', function (event) {
    offerNames(event.target);
  });
  function describe(field) {
    field.setAttribute('aria-autocomplete', 'list');
    field.setAttribute('aria-controls', 'names');
  }
  document.addEventListener('merging', function (event) {
    if (document.getElementById('names'))
      event.detail.querySelectorAll('textarea[data-names]').forEach(describe);
  });
  function suggestNames(field) {
    var list = document.createElement('ul');
    list.id = 'names';
    list.dataset.own = '';
    list.className = 'choices plain';
    list.setAttribute('role', 'listbox');
    list.setAttribute('aria-label', field.dataset.people);
    list.hidden = true;
    field.after(list);
    describe(field);
    var chosen = 0;
    function typed() {
      var before = field.value.slice(0, field.selectionStart);
      return (/(?:^|\s)@([^@\n]{0,40})$/.exec(before) || [])[1];
    }
    function choose(place) {
      chosen = place;
      Array.from(list.children).forEach(function (option, at) {
        option.setAttribute('aria-selected', String(at === chosen));
      });
      if (list.hidden) field.removeAttribute('aria-activedescendant');
      else field.setAttribute('aria-activedescendant', list.children[chosen].id);
    }
    function close() {
      list.hidden = true;
      list.replaceChildren();
      choose(0);
    }
    function offer() {
      var part = typed();
      close();
      if (part === undefined) return;
      var found = JSON.parse(field.dataset.names).filter(function (name) {
        return (' ' + name.toLowerCase()).includes(' ' + part.toLowerCase()) && name !== part;
      });
      found.slice(0, 6).forEach(function (name, at) {
        var option = document.createElement('li');
        option.id = 'name-' + at;
        option.setAttribute('role', 'option');
        option.textContent = name;
        option.dir = 'auto';
        list.append(option);
      });
      list.hidden = found.length === 0;
      choose(0);
    }
    function take(name) {
      var end = field.selectionStart;
      field.setRangeText(name + ' ', end - typed().length, end, 'end');
      close();
    }
    function isTaken(event) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return false;
      return event.key === 'Enter' || event.key === 'Tab';
    }
    field.addEventListener('input', offer);
    field.addEventListener('blur', close);
    list.addEventListener('mousedown', function (event) {
      event.preventDefault();
      if (event.target !== list) take(event.target.textContent);
    });
    field.addEventListener('keydown', function (event) {
      if (list.hidden || event.isComposing) return;
      var step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      var count = list.children.length;
      if (step) choose((chosen + step + count) % count);
      else if (isTaken(event)) take(list.children[chosen].textContent);
      else if (event.key === 'Escape') close();
      else return;
      event.preventDefault();
    });
  }
})();
