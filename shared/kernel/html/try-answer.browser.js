(function () {
  'use strict';
  // Shows in the form of an operation what became of its request.
  var REASONS = {
    200: 'OK',
    201: 'Created',
    202: 'Accepted',
    204: 'No Content',
    304: 'Not Modified',
    400: 'Bad Request',
    401: 'Unauthorized',
    403: 'Forbidden',
    404: 'Not Found',
    409: 'Conflict',
    412: 'Precondition Failed',
    413: 'Content Too Large',
    415: 'Unsupported Media Type',
    422: 'Unprocessable Content',
    429: 'Too Many Requests',
    500: 'Internal Server Error',
    503: 'Service Unavailable',
  };
  var form = document.querySelector('form.try');
  var status = form.querySelector('.outcome');
  var took = form.querySelector('.took');
  var answer = form.querySelector('figure');

  function say(line) {
    status.className = 'outcome';
    status.textContent = line;
    took.textContent = '';
    answer.setAttribute('hidden', '');
    form.parentElement.classList.remove('answered');
  }

  // The response is shown in the place of the example of one.
  function show(code, text, milliseconds) {
    say((code + ' ' + (REASONS[code] || '')).trim());
    status.className = 'outcome badge ' + (code < 300 ? 'good' : code < 500 ? 'bad' : 'failed');
    took.textContent = Math.round(milliseconds) + ' ms';
    form.parentElement.classList.add('answered');
    if (text) {
      answer.removeAttribute('hidden');
      highlight(answer.querySelector('code'), pretty(text));
    }
    form.querySelector('.result').scrollIntoView({ block: 'nearest' });
  }

  // Names, texts and other values as in the examples.
  function highlight(code, text) {
    code.replaceChildren();
    text
      .split(/("(?:[^"\\]|\\.)*"(?:\s*:)?|\b(?:true|false|null)\b|-?\b\d[\d.e+-]*)/i)
      .forEach(function (part, at) {
        if (at % 2 === 0) return code.append(part);
        var span = document.createElement('span');
        span.className = part[0] !== '"' ? 'h-literal' : /:$/.test(part) ? 'h-attr' : 'h-string';
        span.textContent = part;
        code.append(span);
      });
  }

  function pretty(text) {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  }

  window.plotlineAnswer = { say: say, show: show };
})();
