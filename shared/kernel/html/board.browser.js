(function () {
  'use strict';
  // Cards are dragged onto another column, as the menu of each does with a button for it.
  var dragged = null;
  function prepare(page) {
    page.querySelectorAll('.board .mini:has(.move)').forEach(function (card) {
      card.draggable = true;
    });
  }
  prepare(document);
  document.addEventListener('merging', function (event) {
    prepare(event.detail);
  });
  function mark(lane) {
    document.querySelectorAll('.board .lane').forEach(function (one) {
      one.classList.toggle('over', one === lane);
    });
  }
  function buttonFor(lane) {
    if (!dragged || !lane) return null;
    return dragged.querySelector('button[name="status"][value="' + lane.dataset.status + '"]');
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
