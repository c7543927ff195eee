#!/usr/bin/env node
// A verifier of context compactions that nothing should get past, for both versions of manifests, without evidence.
//
// Written from docs/formats.md alone. Each kind of value is a function that takes a value and says whether it fits.
// What is left when the free members are taken away is compared as one text. Its reasons are words of its own.
'use strict';

const pattern = (regex) => (v) => typeof v === 'string' && regex.test(v);
const blank = /[\u2800\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;
const prose = (v) => typeof v === 'string' && v.replace(blank, '') !== '';
const id = (v) => prose(v) && v.search(blank) < 0 && v.normalize('NFC') === v;
const token = pattern(/^[a-z][a-z0-9_.-]*$/), sha256 = pattern(/^[0-9a-f]{64}$/), time = (v) => instant(v) !== null;
const count = (v) => Number.isInteger(v) && v >= 0, isObject = (v) => typeof v === 'object' && v !== null && !Array.isArray(v);
const oneOf = (...words) => (v) => words.includes(v), orNull = (kind) => (v) => v === null || kind(v);
const path = (v) => prose(v) && v.length < 1024 && !/[\\\p{Cc}]/u.test(v) && v.split('/').every((part) => !['', '.', '..'].includes(part));
// Members whose name ends in "?" may be absent.
const object = (shape) => {
  const names = Object.keys(shape).map((name) => [name.replace('?', ''), name]);
  const known = new Set(names.map(([name]) => name));
  return (v) => isObject(v) && Object.keys(v).every((name) => known.has(name)) &&
    names.every(([name, spelled]) => (Object.hasOwn(v, name) ? shape[spelled](v[name]) : spelled.endsWith('?')));
};
// No two items of one key.
const list = (item, key = (v) => v) => (v) => Array.isArray(v) && v.every(item) && new Set(v.map(key)).size === v.length;
// The instant as a text that sorts, or null.
function instant(v) {
  const m = typeof v === 'string' && /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d+))?Z$/.exec(v);
  const day = m && new Date(m[1] + 'T00:00:00Z');
  if (!m || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== m[1]) return null;
  return `${m[1]} ${m[2]}${m[3]}${m[4]}.${(m[5] ?? '').replace(/0+$/, '')}`;
}
// Whether a text names two operations: signs and words that join, looked for outside of quotes, look-alikes folded.
function isJoined(text) {
  const letters = { а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', у: 'y', х: 'x' };
  const plain = text.replace(/\p{Cf}/gu, '').normalize('NFKC').replace(/[аеорсух]/gi, (c) => letters[c.toLowerCase()])
    .replace(/"[^"]*"|'[^']*'|“[^”]*”|‘[^’]*’|«[^»]*»|「[^」]*」|『[^』]*』|《[^》]*》|`[^`]*`/g, 'Q');
  return /[;|&\n\r\v\f\x85\u2028\u2029]|その後|(して|た)(から|後)|(^|\s)(\d+[.)]|[-*•])\s.*\s(\d+[.)]|[-*•])\s/.test(plain) ||
    /\b(then|thereafter|afterwards?|subsequently|followed by|after (that|which)|once done)\b/i.test(plain);
}

const write = { operation: prose, effectId: prose, status: oneOf('unknown', 'confirmed') };
const common = { objective: prose, rollback: prose, completedPhases: list(prose), prohibitions: list(prose), completionChecks: list(prose) };
const v1 = object({ ...common, 'schema?': oneOf('resume-manifest/v1'), taskId: prose, consumedAuthorities: list(prose),
  canonical: object({ path, sha256, readAt: prose }), externalWrites: list(object(write), (w) => w.effectId),
  nextExactAction: (v) => prose(v) && !isJoined(v) });
const obligation = object({ obligationId: id, text: prose, state: oneOf('open', 'fulfilled'),
  kind: oneOf('prohibition', 'scope', 'completion', 'method', 'explain_exception') });
const directive = object({ directiveId: id, sourceEntryId: id, sourceSha256: sha256, text: prose,
  obligations: list(obligation, (o) => o.obligationId), state: oneOf('active', 'replaced', 'withdrawn', 'fulfilled') });
const decision = object({ digest: pattern(/^d1:(sha256|hmac-sha256:[^:]+):[0-9a-f]{64}$/), observedAt: time, source: prose });
const lineage = object({ generation: count, parent: orNull(pattern(/^sc[12]:sha256:[0-9a-f]{64}$/)), sourceSha256: sha256,
  coverage: orNull(object({ fromSeq: count, toSeq: count, tailFromSeq: count })), ledgerHead: orNull(object({ seq: count, sha256 })) });
const v2 = object({ ...common, schema: oneOf('resume-manifest/v2'), taskId: id, lineage,
  canonical: list(object({ root: id, path, sha256, readAt: time }), (c) => JSON.stringify([c.root, c.path])),
  events: list(object({ eventId: id, kind: token, 'answers?': id }), (e) => e.eventId),
  nextExactAction: object({ operation: token, target: prose, 'arguments?': isObject }),
  externalWrites: list(object({ ...write, operation: id, effectId: id, 'receipt?': prose }), (w) => w.effectId),
  consumedAuthorities: list(object({ authorityId: id, holder: prose, effectId: id }), (a) => a.authorityId),
  directives: list(directive, (d) => d.directiveId),
  decisions: (v) => isObject(v) && Object.entries(v).every(([name, value]) => token(name) && decision(value)) });
// What the members of a v2 manifest say of one another.
function agrees(m) {
  const { generation, parent, coverage, ledgerHead } = m.lineage;
  const covers = coverage && coverage.fromSeq > 0 && coverage.fromSeq <= coverage.toSeq && coverage.tailFromSeq === coverage.toSeq + 1;
  if (generation === 0 ? parent !== null || coverage !== null : !parent || !covers) return false;
  const known = new Set(), answered = new Set();
  for (const event of m.events) {
    const answers = event.answers;
    if (answers !== undefined && (!known.has(answers) || (event.kind !== 'progress' && answered.has(answers)))) return false;
    known.add(event.eventId);
    if (event.kind !== 'progress') answered.add(answers);
  }
  const runs = /^(shell|script)\.|^(run|exec)$/.test(m.nextExactAction.operation);
  const single = (v) => (typeof v === 'string' ? !runs || !isJoined(v) : !isObject(v) || !Object.hasOwn(v, 'operation')) &&
    (typeof v !== 'object' || v === null || Object.values(v).every(single));
  return single(m.nextExactAction.arguments ?? null) && m.canonical.length > 0 && (!ledgerHead || ledgerHead.seq > 0) &&
    m.externalWrites.every((w) => (w.status === 'confirmed') === Object.hasOwn(w, 'receipt')) &&
    m.directives.every((d) => d.obligations.length > 0 && (d.state !== 'fulfilled' || d.obligations.every((o) => o.state === 'fulfilled')));
}
// JSON.parse takes a member twice and any number, so the text is gone through once more for those.
function parseStrictly(text) {
  const value = JSON.parse(text);
  if (hasBadCodePoint(value)) throw new Error('code point');
  const open = [];
  for (const [part] of text.matchAll(/"(?:[^"\\]|\\.)*"\s*:?|[{}[\]]|[^\s"{}[\],:]+/g)) {
    if (part === '{' || part === '[') open.push(new Set());
    else if (part === '}' || part === ']') open.pop();
    else if (part.endsWith(':')) {
      const name = JSON.parse(part.slice(0, -1)), names = open[open.length - 1];
      if (names.has(name)) throw new Error('a member twice');
      names.add(name);
    } else if (/^[-\d]/.test(part) && (!/^(0|-?[1-9]\d*)$/.test(part) || !Number.isSafeInteger(Number(part)))) throw new Error('number');
  }
  return value;
}
const hasBadCodePoint = (v) => (typeof v === 'string' ? /[\0\p{Cs}\p{Noncharacter_Code_Point}]/u.test(v)
  : typeof v === 'object' && v !== null && Object.entries(v).flat().some(hasBadCodePoint));
function read(question, side) {
  const encoded = question[side + 'Base64'];
  let m = encoded === undefined ? question[side] : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(encoded, 'base64'));
  if (question.raw && m !== null) m = parseStrictly(m);
  if (!(isObject(m) && m.schema === 'resume-manifest/v2' ? v2(m) && agrees(m) : v1(m))) throw new Error('no manifest');
  return m;
}
const sortedText = (v) => (isObject(v) ? `{${Object.keys(v).sort().map((name) => JSON.stringify(name) + ':' + sortedText(v[name]))}}`
  : Array.isArray(v) ? `[${v.map(sortedText)}]` : JSON.stringify(v));
const unordered = (items) => items.map(sortedText).sort(), sources = (m) => [m.canonical].flat();

function meaning(m) {
  const plain = { ...m, schema: m.schema ?? 'resume-manifest/v1', canonical: unordered(sources(m).map((c) => ({ ...c, readAt: '' }))) };
  for (const name of ['externalWrites', 'consumedAuthorities', 'prohibitions', 'completionChecks']) plain[name] = unordered(m[name]);
  if (m.directives) {
    plain.directives = unordered(m.directives.map((d) => ({ ...d, obligations: unordered(d.obligations) })));
    plain.decisions = Object.fromEntries(Object.entries(m.decisions).map(([name, d]) => [name, d.digest]));
  }
  return sortedText(plain);
}
// Place: when it was looked at.
const times = (m) => new Map([...sources(m).map((c) => [sortedText([c.root, c.path]), instant(c.readAt)]),
  ...Object.entries(m.decisions ?? {}).map(([name, d]) => [name, instant(d.observedAt)])]);

function reasons(question) {
  const before = read(question, 'before'), after = read(question, 'after');
  for (const name of question.policy === 'monotone' ? ['prohibitions', 'completionChecks'] : []) {
    if (before[name].every((item) => after[name].includes(item))) after[name] = before[name];
  }
  if (meaning(before) !== meaning(after)) return ['another meaning'];
  const earlier = times(before);
  return [...times(after)].some(([place, at]) => at && earlier.get(place) && at < earlier.get(place)) ? ['older evidence'] : [];
}
const hello = { type: 'hello', protocol: 1, name: 'correct-verifier-js', version: '1', evidence: [],
  schemas: ['resume-manifest/v1', 'resume-manifest/v2'], policies: ['exact', 'monotone'] };
function reasonsIfRead(question) {
  try { return reasons(question); } catch { return ['no manifest']; }
}
function answer(question) {
  if (question.type === 'hello') return hello;
  if (question.step !== 'pair') return { id: question.id, error: 'only pairs are judged here' };
  const found = reasonsIfRead(question);
  return { id: question.id, verdict: found.length > 0 ? 'reject' : 'accept', reasons: found };
}
let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  for (const line of lines) process.stdout.write(JSON.stringify(answer(JSON.parse(line))) + '\n');
});
