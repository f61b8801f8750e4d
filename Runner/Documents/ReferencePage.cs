namespace DbIngest.Runner.Documents;

/// <summary>
/// One page of docs/reference that the program writes from its own tables. <see cref="ReferencePages"/> lists the pages and
/// <c>DocsVerb</c> writes or compares them.
/// </summary>
/// <param name="File">Name of the file in <c>docs/reference</c>.</param>
/// <param name="Write">Returns the whole text of the page. Equal builds must return equal texts.</param>
internal sealed record ReferencePage(string File, Func<string> Write);
