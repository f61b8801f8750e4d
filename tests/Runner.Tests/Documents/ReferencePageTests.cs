using DbIngest.Runner.Documents;
using DbIngest.Runner.Options;
using DbIngest.Runner.Tests.Cli;
using DbIngest.Runner.Verbs;

namespace DbIngest.Runner.Tests.Documents;

/// <summary>The pages of docs/reference are what the program writes from its tables.</summary>
public sealed class ReferencePageTests : IDisposable
{
    private readonly CommandFolder _folder = new();

    private static IReadOnlyList<ReferencePage> All => ReferencePages.Of(CommandReader.Verbs);

    public static TheoryData<string> Pages => [.. All.Select(page => page.File)];

    [Theory]
    [MemberData(nameof(Pages))]
    public void Page_IsWhatTheProgramWrites(string file)
    {
        string text = All.Single(page => page.File == file).Write();
        File.ReadAllText(Path.Combine(Repository.Root, DocsOptions.DefaultFolder, file))
            .ShouldBe(text, $"{file} differs: 'dotnet run --project Runner -- docs' writes it");
    }

    [Fact]
    public void Docs_IntoAFolder_WritesEveryPage_AndThenNone()
    {
        _folder.Expect(ExitCode.ThresholdExceeded, "docs", _folder.Path, "--check").Output.ShouldContain("results.md: differs");
        Directory.GetFiles(_folder.Path, "*.md").ShouldBeEmpty();

        _folder.Expect(ExitCode.Done, "docs", _folder.Path).Output.ShouldContain("results.md: written");
        Directory.GetFiles(_folder.Path, "*.md").Length.ShouldBe(All.Count);
        _folder.Expect(ExitCode.Done, "docs", _folder.Path, "--check").Output.ShouldBeEmpty();

        File.AppendAllText(_folder.File("rules.md"), "a word\n");
        _folder.Expect(ExitCode.ThresholdExceeded, "docs", _folder.Path, "--check").Output
            .ShouldContain($"rules.md: differs; 'dotnet run --project Runner -- docs {_folder.Path}' writes it.");
    }

    [Fact]
    public void Docs_IntoAFolderThatDoesNotExist_IsRefused() =>
        _folder.Expect(ExitCode.BadArguments, "docs", _folder.File("nowhere")).Error.ShouldContain("does not exist");

    [Fact]
    public void Docs_PageThatCannotBeWritten_IsRefusedWithTheRemedy()
    {
        Directory.CreateDirectory(_folder.File("rules.md"));
        _folder.Expect(ExitCode.BadArguments, "docs", _folder.Path).Error.ShouldContain("rules.md cannot be written (");
    }

    [Theory]
    [InlineData("DBINGEST_NEO4J_PASSWORD")]
    [InlineData("DBINGEST_<DATABASE>_PASSWORD")]
    public void OfHelp_Variable_IsCodeAsAWhole(string variable) =>
        MarkdownPage.OfHelp($"the password in {variable}, or a file").ShouldBe($"the password in `{variable}`, or a file");

    public void Dispose() => _folder.Dispose();
}
