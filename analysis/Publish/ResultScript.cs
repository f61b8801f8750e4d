namespace DbIngest.Analysis.Publish;

/// <summary>
/// Holds script and style of <see cref="ResultPage"/>. The script filters rows, sorts by a column, and keeps both in the address
/// so that a view can be passed on. Without it, the table stands sorted by throughput. It contains no input. Both find elements
/// by the classes and data attributes that <see cref="ResultPage"/> writes: change all together.
/// </summary>
internal static class ResultScript
{
    /// <summary>The script.</summary>
    public const string Text =
        "(()=>{const q=s=>[...document.querySelectorAll(s)],b=document.querySelector('.results tbody'),"
        + "rows=q('.results tbody tr'),form=document.querySelector('.filters'),out=form.querySelector('output'),"
        + "picks=q('.filters select'),heads=q('.results thead th');let by=-1,up=false;"
        + "const text=(r,c)=>r.cells[c].textContent,num=(r,c)=>r.cells[c].dataset.sort;"
        + "const show=()=>{let n=0;for(const r of rows){const on=picks.every(p=>p.value==='*'||r.cells[+p.dataset.column].dataset.choice===p.value);"
        + "r.hidden=!on;n+=on?1:0}out.textContent=n+' of '+rows.length+' shown'};"
        + "const sort=()=>{if(by<0)return;const s=[...rows].sort((x,y)=>{const a=num(x,by),c=num(y,by),e=text(x,by)===''?1:0,"
        + "f=text(y,by)===''?1:0;if(e!==f)return e-f;const d=a!==undefined&&c!==undefined?a-c:a!==undefined?-1:c!==undefined?1:"
        + "text(x,by)<text(y,by)?-1:text(x,by)>text(y,by)?1:0;return up?d:-d});b.append(...s);"
        + "heads.forEach((h,i)=>h.setAttribute('aria-sort',i!==by?'none':up?'ascending':'descending'))};"
        + "const keep=()=>{const p=new URLSearchParams();for(const s of picks)if(s.value!=='*')p.set(s.dataset.column,s.value);"
        + "if(by>=0)p.set('sort',(up?'':'-')+by);try{history.replaceState(null,'','#'+p)}catch{}};"
        + "const load=()=>{const p=new URLSearchParams(location.hash.slice(1));for(const s of picks){const v=p.get(s.dataset.column);"
        + "if(v!==null&&[...s.options].some(o=>o.value===v))s.value=v}const s=p.get('sort');if(s!==null){up=s[0]!=='-';"
        + "const c=Math.abs(+s);by=c<heads.length-1?c:-1}};"
        + "heads.slice(0,-1).forEach((h,i)=>{const t=document.createElement('button');t.type='button';t.textContent=h.textContent;"
        + "h.textContent='';h.append(t);t.addEventListener('click',()=>{up=by===i?!up:false;by=i;sort();keep()})});"
        + "form.hidden=false;form.addEventListener('change',()=>{show();keep()});form.addEventListener('submit',e=>e.preventDefault());"
        + "load();show();sort()})()";

    /// <summary>
    /// The style in addition to that of the report, which hides the heads of tables on a narrow screen. Here they sort, and stand
    /// above the rows once the script has made buttons of them.
    /// </summary>
    public const string Style =
        "@media screen and (max-width:800px){.results thead:has(button){display:block}"
        + ".results thead tr{display:flex;flex-wrap:wrap}.results thead th:last-child{display:none}"
        + ".results td[data-head=verdict]{grid-column:1/-1;min-width:0}}";
}
