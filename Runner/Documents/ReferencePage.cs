namespace DbIngest.Runner.Documents;

/// <summary>A page that the program writes from its own tables.</summary>
/// <param name="File">The file's name in <c>docs/reference</c>.</param>
/// <param name="Write">Makes the page's whole text; equal programs make equal texts.</param>
internal sealed record ReferencePage(string File, Func<string> Write);
