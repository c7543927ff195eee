// The rival of the campaign rows: what a careful person would write with fast-check. It makes a
// manifest with 8 items a list, breaks it in one known way after another, and asks whether the
// published checksum differs and the subset check refuses; a mutant that passes both is a failure.
//
//   node fast_check.js MUTANTS PAIR BATCH_MS     prints: campaign_MUTANTS.fast_check <tab> PAIR <tab> ns a case
'use strict';

const fc = require('fast-check');
const { published } = require('./checksum.js');

const [mutantsText, pair, batchText] = process.argv.slice(2);
const mutants = Number(mutantsText);
const batchNs = Number(batchText) * 1e6;
if (!(mutants > 0) || !(batchNs > 0)) {
  console.error('usage: node fast_check.js MUTANTS PAIR BATCH_MS');
  process.exit(2);
}

const ITEMS = 8;
const text = fc.string({ minLength: 1, maxLength: 30 });
const list = fc.uniqueArray(text, { minLength: ITEMS, maxLength: ITEMS });
const write = fc.record({
  operation: text,
  effectId: text,
  status: fc.constantFrom('confirmed', 'unknown'),
});
const manifests = fc.record({
  taskId: text,
  objective: text,
  canonical: fc.record({
    path: text,
    sha256: fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 }),
    readAt: text,
  }),
  completedPhases: list,
  nextExactAction: text,
  externalWrites: fc.uniqueArray(write, {
    minLength: ITEMS,
    maxLength: ITEMS,
    selector: (w) => w.effectId,
  }),
  consumedAuthorities: list,
  prohibitions: list,
  rollback: text,
  completionChecks: list,
});

const without = (items, at) => [...items.slice(0, at), ...items.slice(at + 1)];
const LISTS = ['completedPhases', 'externalWrites', 'consumedAuthorities', 'prohibitions', 'completionChecks'];
// The mutations: one item of a list dropped, an item invented, a status turned, a text changed.
const MUTATIONS = [
  ...LISTS.map((name) => (m, at) => ({ ...m, [name]: without(m[name], at) })),
  ...LISTS.filter((name) => name !== 'externalWrites').map((name) => (m, at) => ({
    ...m,
    [name]: [...m[name], `${m[name][at]} and another`],
  })),
  (m, at) => ({
    ...m,
    externalWrites: m.externalWrites.map((w, i) =>
      i === at ? { ...w, status: w.status === 'unknown' ? 'confirmed' : 'unknown' } : w,
    ),
  }),
  ...['taskId', 'objective', 'nextExactAction', 'rollback'].map((name) => (m) => ({ ...m, [name]: `${m[name]}x` })),
  (m) => ({ ...m, canonical: { ...m.canonical, sha256: `0${m.canonical.sha256.slice(1)}x` } }),
];

function subset(record, result) {
  if (result.taskId !== record.taskId || result.canonical.sha256 !== record.canonical.sha256) return false;
  for (const name of ['completedPhases', 'consumedAuthorities', 'prohibitions', 'completionChecks']) {
    const kept = new Set(result[name]);
    for (const item of record[name]) if (!kept.has(item)) return false;
  }
  const writes = new Map(result.externalWrites.map((w) => [w.effectId, w]));
  for (const w of record.externalWrites) {
    const kept = writes.get(w.effectId);
    if (kept === undefined || kept.status !== w.status) return false;
  }
  return true;
}

const choices = fc.array(fc.nat({ max: 1 << 20 }), { minLength: mutants, maxLength: mutants });
const property = fc.property(manifests, choices, (manifest, numbers) => {
  const checksum = published(manifest);
  for (const number of numbers) {
    const mutate = MUTATIONS[number % MUTATIONS.length];
    const mutant = mutate(manifest, Math.floor(number / MUTATIONS.length) % ITEMS);
    if (subset(manifest, mutant) && published(mutant) === checksum) return false;
  }
  return true;
});

let seed = 1;
function batch(runs) {
  const begin = process.hrtime.bigint();
  fc.assert(property, { numRuns: runs, seed });
  seed += 1;
  return Number(process.hrtime.bigint() - begin);
}

// A second for the compiler to finish with what it does on the way.
for (const until = Date.now() + 1000; Date.now() < until; ) batch(10);
let runs = 1;
while (batch(runs) < batchNs) runs *= 2;
let best = Infinity;
for (let i = 0; i < 25; i += 1) best = Math.min(best, batch(runs) / runs / mutants);
console.log(`campaign_${mutants}.fast_check\t${pair}\t${best.toFixed(3)}`);
