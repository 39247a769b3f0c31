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
    return dragged && dragged.querySelector('button[name="status"][value="' + lane.dataset.status + '"]');
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
      var pressed = event.target.closest('summary, .cancel');
      if (!pressed || (pressed.matches('summary') && pressed !== fresh.firstElementChild)) return;
      event.preventDefault();
      setNew(!fresh.open);
    });
    fresh.addEventListener('keydown', function (event) {
      if (event.key === 'Escape' && fresh.open) setNew(false);
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
