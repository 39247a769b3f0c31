(function () {
  'use strict';
  // Cards are dragged onto another column, as the menu of each does with a button for it.
  var dragged = null;
  function prepare(page) {
    page.querySelectorAll('.board .mini:has(.move)').forEach(function (card) {
      card.draggable = true;
    });
    page.querySelectorAll('a.move').forEach(function (link) {
      link.role = 'button';
    });
  }
  prepare(document);
  document.addEventListener('merging', function (event) {
    prepare(event.detail);
  });
  // There is one menu for all cards, which is put into the one that it is for.
  function menuIn(card) {
    var all = document.getElementById('card-menu');
    var menu = all.querySelector('details').cloneNode(true);
    var label = card.querySelector('a.move, .move > summary').ariaLabel;
    var now = card.dataset;
    menu.dataset.own = '';
    menu.querySelector('summary').ariaLabel = label;
    menu.querySelectorAll('button').forEach(function (button) {
      var value = button.name === 'status' ? card.closest('[data-status]').dataset.status : now[button.name];
      var isNow = button.value === (value || 'none');
      button.setAttribute('formaction', all.dataset.path + '/' + card.id.slice('story-'.length));
      if (isNow && /^(status|assignee)$/.test(button.name)) button.remove();
      else if (isNow) button.ariaCurrent = 'true';
    });
    card.querySelectorAll('details.move').forEach(function (old) {
      old.remove();
    });
    return card.appendChild(menu);
  }
  function openMenu(event) {
    var opener = event.target instanceof Element && event.target.closest('a.move, details.move > summary');
    if (!opener || opener.closest('details[open]')) return;
    event.preventDefault();
    // The same click does not close it.
    event.stopImmediatePropagation();
    closeMenus(event);
    var menu = menuIn(opener.closest('.mini'));
    menu.open = true;
    menu.firstElementChild.focus();
  }
  document.addEventListener('click', openMenu);
  document.addEventListener('keydown', function (event) {
    if (event.key === ' ' && event.target.matches('a.move')) openMenu(event);
  });
  function mark(lane) {
    document.querySelectorAll('.board .lane').forEach(function (one) {
      one.classList.toggle('over', one === lane);
    });
  }
  function buttonFor(lane) {
    if (!dragged || !lane) return null;
    var menu = dragged.querySelector('details.move') || menuIn(dragged);
    return menu.querySelector('button[name="status"][value="' + lane.dataset.status + '"]');
  }
  function laneOf(event) {
    return event.target instanceof Element ? event.target.closest('.board .lane') : null;
  }
  document.addEventListener('dragstart', function (event) {
    var card = event.target instanceof Element && event.target.closest('.board .mini[draggable]');
    if (!card) return;
    dragged = card;
    card.classList.add('dragged');
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', card.id);
  });
  document.addEventListener('dragend', function () {
    if (dragged) dragged.classList.remove('dragged');
    dragged = null;
    mark(null);
  });
  document.addEventListener('dragover', function (event) {
    if (!dragged) return;
    var lane = laneOf(event);
    if (!buttonFor(lane)) return mark(null);
    event.preventDefault();
    mark(lane);
  });
  document.addEventListener('drop', function (event) {
    var button = buttonFor(laneOf(event));
    if (!button) return;
    event.preventDefault();
    button.click();
  });
  // The form for a new story takes the cursor, and is closed by Cancel or Escape.
  function setNew(fresh, isOpen) {
    fresh.open = isOpen;
    (isOpen ? document.getElementById('new-title') : fresh.firstElementChild).focus();
  }
  function newAround(event) {
    return event.target instanceof Element ? event.target.closest('details.new') : null;
  }
  document.addEventListener('click', function (event) {
    var fresh = newAround(event);
    var pressed = fresh && event.target.closest('summary, .cancel');
    if (!pressed || (pressed.matches('summary') && pressed !== fresh.firstElementChild)) return;
    event.preventDefault();
    setNew(fresh, !fresh.open);
  });
  document.addEventListener('keydown', function (event) {
    var fresh = event.key === 'Escape' && newAround(event);
    if (fresh && fresh.open) setNew(fresh, false);
  });
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
