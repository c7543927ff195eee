// The style sheet of the HTML reports. Colours carry no meaning alone: each mark has a sign or a
// word beside it. Both schemes keep a contrast of at least 4.5 to 1 for text.
#include "harness/report_html_style.h"

namespace holdfast {

std::string_view report_style() {
  return R"css(
:root{color-scheme:light dark;
--bg:#fbfaf8;--card:#fff;--ink:#1d2329;--soft:#59636e;--line:#e2dfd9;--link:#0b5cad;
--good:#17704a;--good-bg:#e3f3ea;--bad:#b3261e;--bad-bg:#fbe4e1;--warn:#8a5300;--warn-bg:#fcefd2;
--idle:#eeece8;--focus:#0b5cad;--h0:#e3f3ea;--h1:#fbe4e1;--h2:#f5bdb6;--h3:#e5837a;--h3-ink:#1d2329;
--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Noto Sans Mono CJK JP",monospace;
--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","Noto Sans CJK JP","Hiragino Sans",sans-serif}
@media (prefers-color-scheme:dark){:root{
--bg:#14181c;--card:#1b2026;--ink:#e6e9ec;--soft:#a3adb8;--line:#323a43;--link:#7db8f5;
--good:#6fd3a4;--good-bg:#17372a;--bad:#ff9a90;--bad-bg:#47211e;--warn:#f0bf6a;--warn-bg:#3f3015;
--idle:#262d34;--focus:#7db8f5;--h0:#17372a;--h1:#47211e;--h2:#7a2d27;--h3:#b8463c;--h3-ink:#fff}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.55 var(--sans);overflow-wrap:break-word}
main,header,footer,nav{max-width:66rem;margin:0 auto;padding:0 1.5rem}
a{color:var(--link);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem 1rem}
header{padding-top:3rem}
.kicker{margin:0 0 .4rem;color:var(--soft);font-size:.9rem}
h1{margin:0;font-size:clamp(1.7rem,4.5vw,2.7rem);line-height:1.15;letter-spacing:-.02em;font-weight:680;text-wrap:balance}
h1 .sign{margin-right:.3em}
.good h1 .sign,.good-ink{color:var(--good)}.bad h1 .sign,.bad-ink{color:var(--bad)}.warn h1 .sign,.warn-ink{color:var(--warn)}
.lead{margin:.7rem 0 0;font-size:1.15rem;max-width:52rem;text-wrap:pretty}
.grounds{list-style:none;margin:1.6rem 0 0;padding:1rem 1.2rem;background:var(--card);border:1px solid var(--line);border-radius:10px}
.grounds li{display:grid;grid-template-columns:1.6em 1fr;margin:.22rem 0}
.grounds li>span:first-child{font-weight:700}
.grounds-title{margin:1.8rem 0 -1rem;font-size:1rem;font-weight:650}
nav{margin-top:1.6rem}
nav ul{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;list-style:none;margin:0;padding:.6rem 0;border-top:1px solid var(--line);border-bottom:1px solid var(--line);font-size:.93rem}
section{margin:2.8rem 0 0}
h2{margin:0 0 .3rem;font-size:1.35rem;letter-spacing:-.01em;font-weight:650}
h3{margin:0;font-size:1.02rem;font-weight:650}
.note{color:var(--soft);font-size:.92rem;margin:.1rem 0 1rem;max-width:48rem}
.numbers{display:grid;grid-template-columns:repeat(4,1fr);gap:1px;background:var(--card);border:1px solid var(--line);border-radius:10px;overflow:hidden;margin:.9rem 0 0}
.numbers>div{padding:.75rem 1rem;box-shadow:0 0 0 1px var(--line)}
.numbers dt{color:var(--soft);font-size:.82rem}.numbers dd{margin:0;font-size:1.15rem;font-weight:600;font-variant-numeric:tabular-nums}
.scroll{overflow:auto;max-width:100%;border:1px solid var(--line);border-radius:10px;background:var(--card)}
table{border-collapse:collapse;width:100%;font-size:.88rem;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--soft);font-size:.88rem;padding:.6rem .8rem}
th,td{padding:.32rem .8rem;text-align:right;border-top:1px solid var(--line);white-space:nowrap}
thead th{color:var(--soft);font-weight:600;border-top:0}
th[scope=row],td.text,th.text,thead th:first-child,.heat thead th{text-align:left}
th[scope=row]{font-weight:500}
tbody tr:hover{background:var(--idle)}
td.text{white-space:normal;min-width:14rem}
.zero{color:var(--soft);opacity:.55}
.heat{width:100%;font-size:.82rem}
.heat th[scope=row]{vertical-align:top;white-space:nowrap;padding-top:.55rem;width:9rem}
.heat td{white-space:normal;text-align:left;padding:.4rem .8rem .4rem 0}.heat thead th{padding-left:0}.heat thead th:first-child{padding-left:.8rem}
.tiles{display:flex;flex-wrap:wrap;gap:4px;list-style:none;margin:0;padding:0}
.tile{display:block;border-radius:5px;padding:.16rem .5rem;background:var(--h0);color:var(--ink);text-decoration:none;font-family:var(--mono);font-size:.76rem;line-height:1.5}
.tile.h1{background:var(--h1)}.tile.h2{background:var(--h2)}.tile.h3{background:var(--h3);color:var(--h3-ink)}
.tile.w{background:var(--warn-bg)}.tile.n{background:var(--idle);color:var(--soft)}
.tile b{font-weight:700}
a.tile:hover{text-decoration:underline}
.legend{display:flex;flex-wrap:wrap;gap:.3rem 1rem;margin:.7rem 0 1rem;padding:0;list-style:none;font-size:.85rem;color:var(--soft)}
.legend .tile{display:inline-block;margin-right:.35rem;padding:0 .4rem;min-width:1.7rem;text-align:center}
.find{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1rem 1.2rem 1.1rem;margin:0 0 1rem}
.find p{margin:.3rem 0}
.find .what{display:flex;flex-wrap:wrap;gap:.2rem .8rem;align-items:baseline}
.badge{font-size:.78rem;font-weight:650;border-radius:99px;padding:.06rem .6rem;background:var(--warn-bg);color:var(--warn)}
.badge.bad{background:var(--bad-bg);color:var(--bad)}.badge.good{background:var(--good-bg);color:var(--good)}
.mono,code,.diff td,.cmd{font-family:var(--mono);font-size:.84rem}
.meta{color:var(--soft);font-size:.88rem}
.diff{table-layout:fixed;margin:0}
.diff th{width:50%;text-align:left;padding:.3rem .7rem;font-weight:600}
.diff td{text-align:left;white-space:pre-wrap;overflow-wrap:anywhere;padding:.06rem .7rem;border-top:0;vertical-align:top;line-height:1.5}
.diff td+td,.diff th+th{border-left:1px solid var(--line)}
.diff .del{background:var(--bad-bg)}.diff .ins{background:var(--good-bg)}
.diff del,.diff ins{text-decoration:none;font-weight:700;border-bottom:2px solid}
.diff del{border-color:var(--bad)}.diff ins{border-color:var(--good)}
.diff .gap td{color:var(--soft);text-align:center;background:var(--idle);font-family:var(--sans);font-size:.8rem}
.diff tbody tr:hover{background:none}
.cmd{display:block;white-space:pre-wrap;overflow-wrap:anywhere;background:var(--idle);border-radius:8px;padding:.6rem .9rem;margin:.5rem 0 0;user-select:all}
details{margin:1rem 0 0}
summary{cursor:pointer;font-weight:600;font-size:.95rem;padding:.2rem 0}
details>.scroll,details>p,details>ul{margin-top:.6rem}
.names{columns:14rem;list-style:none;padding:0;font-family:var(--mono);font-size:.78rem;color:var(--soft)}
figure{margin:0;background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1rem 1.2rem}
figure+figure{margin-top:1rem}
figcaption{font-size:.9rem;color:var(--soft);margin-bottom:.5rem}
svg{display:block;width:100%;height:auto;overflow:visible}
svg text{font:12px var(--sans);fill:var(--soft)}
svg .axis{stroke:var(--line)}svg .curve{fill:none;stroke:var(--bad);stroke-width:2}
svg .dot{fill:var(--bad);stroke:var(--card);stroke-width:1.5}svg .dot.w{fill:var(--warn)}
svg .bar-bad{fill:var(--bad)}svg .bar-warn{fill:var(--warn)}svg .bar-good{fill:var(--good);opacity:.35}
svg .before{fill:none;stroke:var(--soft);stroke-width:1.5}svg .after{fill:none;stroke:var(--link);stroke-width:2}
.map{width:auto;border-spacing:0}
.map th,.map td{padding:0;border:0}
.map thead th{font-size:.72rem;font-weight:500;min-width:1.15rem;text-align:center}
.map thead th:first-child,.map th[scope=row]{padding:0 .8rem;position:sticky;left:0;background:var(--card);text-align:left;font-family:var(--mono);font-size:.78rem;font-weight:500}
.map td{width:1.15rem;min-width:1.15rem;height:1.25rem;text-align:center;font-family:var(--mono);font-size:.76rem;border:1px solid var(--card)}
.map tbody tr:hover{background:none}.map tbody tr:hover th{color:var(--link)}
.map td.fell{text-align:left;padding:0 .8rem;font-family:var(--sans);white-space:nowrap}
.f-carried{background:var(--good-bg);color:var(--good)}.f-changed{background:var(--warn-bg);color:var(--warn)}
.f-label{background:var(--warn-bg);color:var(--warn)}.f-absent{background:var(--bad-bg);color:var(--bad)}
.f-revived{background:var(--h3);color:var(--h3-ink)}.f-over,.tile.f-over{background:none;color:var(--soft)}
.v-accept{color:var(--good);font-weight:700}.v-reject{color:var(--bad);font-weight:700}.v-bad{background:var(--h3);color:var(--h3-ink);font-weight:700}
footer{margin-top:3rem;padding-top:1rem;padding-bottom:3rem;color:var(--soft);font-size:.86rem}
@media (max-width:40rem){
body{font-size:15px}main,header,footer,nav{padding-left:1rem;padding-right:1rem}header{padding-top:1.6rem}
.lead{font-size:1.05rem}section{margin-top:2.2rem}.find{padding:.8rem}
.numbers{grid-template-columns:repeat(2,1fr)}.numbers>div{padding:.6rem .8rem}
.heat,.heat caption,.heat tbody,.heat tr,.heat th,.heat td{display:block;width:auto}.heat thead{display:none}.heat th[scope=row]{width:auto}
.heat td{border-top:0;padding:.2rem .55rem .6rem}
.diff:not(.x),.diff tbody,.diff tr{display:block}.diff thead{display:none}.diff td{display:block;width:auto}
.diff td+td{border-left:0}.diff td.empty,.diff .same td+td{display:none}
.diff td::before{content:"";color:var(--soft);display:inline-block;width:1.2em}.diff .del::before{content:"\2212"}.diff .ins::before{content:"+"}
th,td{padding:.3rem .55rem}}
@media print{
:root{color-scheme:light;--bg:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--link:#000;--good:#17704a;--good-bg:#e3f3ea;--bad:#b3261e;--bad-bg:#fbe4e1;--warn:#8a5300;--warn-bg:#fcefd2;--idle:#eee;--h0:#e3f3ea;--h1:#fbe4e1;--h2:#f5bdb6;--h3:#e5837a;--h3-ink:#000}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}
body{font-size:10.5pt}nav,.skip{display:none}header{padding-top:0}.scroll{overflow:visible;max-height:none}
.find,figure,tr,.grounds{break-inside:avoid}h2,h3{break-after:avoid}a{color:inherit;text-decoration:none}
main,header,footer{max-width:none;padding:0}}
)css";
}

}  // namespace holdfast
