(function () {
  'use strict';
  // Cards are dragged onto another column, as the menu of each does with a button for it.
  var dragged = null;
  document.querySelectorAll('.board .mini:has(.move)').forEach(function (card) {
    card.draggable = true;
    card.addEventListener('dragstart', function (event) {
      dragged = card;
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', card.id);
    });
    card.addEventListener('dragend', function () {
      dragged = null;
      mark(null);
    });
  });
  var lanes = document.querySelectorAll('.board .lane');
  function mark(lane) {
    lanes.forEach(function (one) {
      one.classList.toggle('over', one === lane);
    });
  }
  function buttonFor(lane) {
    return dragged && dragged.querySelector('button[value="' + lane.dataset.status + '"]');
  }
  lanes.forEach(function (lane) {
    lane.addEventListener('dragover', function (event) {
      if (!buttonFor(lane)) return mark(null);
      event.preventDefault();
      mark(lane);
    });
    lane.addEventListener('drop', function (event) {
      var button = buttonFor(lane);
      if (!button) return;
      event.preventDefault();
      button.click();
    });
  });
  // The form for a new story takes the cursor, and is closed by Cancel or Escape.
  var fresh = document.querySelector('details.new');
  function setNew(isOpen) {
    fresh.open = isOpen;
    (isOpen ? document.getElementById('new-title') : fresh.firstElementChild).focus();
  }
  if (fresh) {
    fresh.addEventListener('click', function (event) {
      if (!event.target.closest('summary, .cancel')) return;
      event.preventDefault();
      setNew(!fresh.open);
    });
    fresh.addEventListener('keydown', function (event) {
      if (event.key === 'Escape' && fresh.open) setNew(false);
    });
  }
  suggestNames(document.querySelector('textarea[data-names]'));
  // While a name is typed after an at sign, those that begin so are offered.
  function suggestNames(field) {
    if (!field) return;
    var names = JSON.parse(field.dataset.names);
    var list = document.createElement('ul');
    list.id = 'names';
    list.className = 'choices plain';
    list.setAttribute('role', 'listbox');
    list.setAttribute('aria-label', field.dataset.people);
    list.hidden = true;
    field.after(list);
    field.setAttribute('aria-autocomplete', 'list');
    field.setAttribute('aria-controls', list.id);
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
      var found = names.filter(function (name) {
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
      else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey)
        take(list.children[chosen].textContent);
      else if (event.key === 'Escape') close();
      else return;
      event.preventDefault();
    });
  }
  // Menus close as others do.
  function closeMenus(event) {
    document.querySelectorAll('details.menu[open], details.move[open]').forEach(function (menu) {
      if (event.type === 'click' && menu.contains(event.target)) return;
      if (event.type === 'keydown' && menu.contains(document.activeElement)) menu.firstElementChild.focus();
      menu.open = false;
    });
  }
  document.addEventListener('click', closeMenus);
  document.addEventListener('keydown', function (event) {
    if (event.key === 'Escape') closeMenus(event);
  });
})();
