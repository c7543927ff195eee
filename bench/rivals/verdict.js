// The rival of the verdict rows: JSON.parse twice, then the check that most people write first, that
// nothing of the record's lists is missing in the result.
//
//   node verdict.js BEFORE AFTER PAIR BATCH_MS      prints: verdict.node <tab> PAIR <tab> nanoseconds
//
// It times like bench/timing.h: the best of 25 batches, after the compiler has warmed up.
'use strict';

const fs = require('node:fs');

const [beforePath, afterPath, pair, batchText] = process.argv.slice(2);
const batchNs = Number(batchText) * 1e6;
if (!(batchNs > 0)) {
  console.error('usage: node verdict.js BEFORE AFTER PAIR BATCH_MS');
  process.exit(2);
}
const before = fs.readFileSync(beforePath, 'utf8');
const after = fs.readFileSync(afterPath, 'utf8');

const TEXTS = ['taskId', 'objective', 'nextExactAction', 'rollback'];
const LISTS = ['completedPhases', 'consumedAuthorities', 'prohibitions', 'completionChecks'];

function problems(recordText, resultText) {
  const record = JSON.parse(recordText);
  const result = JSON.parse(resultText);
  const found = [];
  for (const name of TEXTS) {
    if (typeof result[name] !== 'string' || result[name].trim() === '') found.push(`${name} is missing`);
  }
  if (result.taskId !== record.taskId) found.push('another task');
  if (result.canonical.sha256 !== record.canonical.sha256) found.push('another canonical document');
  for (const name of LISTS) {
    const kept = new Set(result[name]);
    for (const item of record[name]) if (!kept.has(item)) found.push(`${name} lost an item`);
  }
  const writes = new Map(result.externalWrites.map((write) => [write.effectId, write]));
  for (const write of record.externalWrites) {
    const kept = writes.get(write.effectId);
    if (kept === undefined || kept.status !== write.status) found.push('an external write was lost');
  }
  if (/;|\n| && | and then /.test(result.nextExactAction)) found.push('more than one next action');
  return found;
}

let total = 0;
function batch(calls) {
  const begin = process.hrtime.bigint();
  for (let i = 0; i < calls; i += 1) total += problems(before, after).length;
  return Number(process.hrtime.bigint() - begin);
}

// A second for the compiler to finish with what it does on the way.
for (const until = Date.now() + 1000; Date.now() < until; ) batch(100);
let calls = 16;
while (batch(calls) < batchNs) calls *= 2;
let best = Infinity;
for (let i = 0; i < 25; i += 1) best = Math.min(best, batch(calls) / calls);
if (total !== 0) throw new Error('the good pair has problems');
console.log(`verdict.node\t${pair}\t${best.toFixed(3)}`);
