(function () {
  'use strict';
  // Ideas that are like the title that is being written: the page with that title has them.
  var WAIT_MS = 400;
  var place = document.querySelector('[data-similar]');
  var field = document.getElementById('title');
  if (!place || !field) return;
  var asked = field.defaultValue.trim();
  var isAsking = false;
  var waiting;

  function says(text) {
    return text.length >= 8 || text.split(/\s+/).length >= 3;
  }
  function pageWith(title) {
    var query = new URLSearchParams({ title: title });
    return fetch(location.pathname + '?' + query, { headers: { accept: 'text/html' } })
      .then(function (response) {
        if (!response.ok) throw new Error(response.status);
        return response.text();
      })
      .then(function (text) {
        return new DOMParser().parseFromString(text, 'text/html').querySelector('[data-similar]');
      })
      .catch(function () {
        return null;
      });
  }
  function show(found) {
    var count = found ? found.querySelector('p').textContent : '';
    // The same number is not said again.
    if (place.querySelector('p').textContent !== count) place.querySelector('p').textContent = count;
    place
      .querySelector('ul')
      .replaceChildren.apply(place.querySelector('ul'), found ? found.querySelectorAll('li') : []);
  }
  function ask() {
    var title = field.value.trim();
    if (isAsking || title === asked) return;
    asked = title;
    if (!says(title)) return show(null);
    isAsking = true;
    pageWith(title).then(function (found) {
      isAsking = false;
      show(found);
      ask();
    });
  }
  field.addEventListener('input', function () {
    window.clearTimeout(waiting);
    waiting = setTimeout(ask, WAIT_MS);
  });
})();
