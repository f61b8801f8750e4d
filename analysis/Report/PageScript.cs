namespace DbIngest.Analysis.Report;

/// <summary>
/// Holds the script of a report, which <see cref="HtmlPage"/> embeds. It shows a mark's values at once, and on a touch screen.
/// Without it, a browser shows them as titles of the marks, and everything else works by style alone. It contains no input. It
/// finds marks by the class <c>pt</c> that charts write: change both together.
/// </summary>
internal static class PageScript
{
    /// <summary>The script.</summary>
    public const string Text =
        "(()=>{const t=document.createElement('div');t.className='tip';t.hidden=true;document.body.append(t);"
        + "for(const e of document.querySelectorAll('.pt>title')){e.parentNode.dataset.tip=e.textContent;e.remove()}"
        + "const at=e=>{const g=e.target.closest?e.target.closest('.pt'):null;if(!g){t.hidden=true;return}"
        + "t.textContent=g.dataset.tip;t.hidden=false;const w=t.offsetWidth,h=t.offsetHeight;"
        + "t.style.left=Math.max(8,Math.min(e.clientX+14,innerWidth-w-8))+'px';"
        + "t.style.top=(e.clientY+18+h>innerHeight?Math.max(8,e.clientY-h-14):e.clientY+18)+'px'};"
        + "document.addEventListener('pointermove',at);document.addEventListener('pointerdown',at);"
        + "document.addEventListener('scroll',()=>{t.hidden=true},{passive:true,capture:true})})()";
}
