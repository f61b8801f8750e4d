using System.Globalization;
using System.Reflection;
using CommandLine;
using DbIngest.Runner.Options;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Tests;

public class DocumentTests
{
    private static readonly string Document = File.ReadAllText(Path.Combine(Repository.Root, "docs", "command-line.md"));

    [Fact]
    public void CommandLineDocument_NamesEveryExitCode() => Enum.GetValues<ExitCode>()
        .Select(code => string.Create(CultureInfo.InvariantCulture, $"| {(int)code} |"))
        .Where(row => !Document.Contains(row, StringComparison.Ordinal))
        .ShouldBeEmpty();

    [Fact]
    public void CommandLineDocument_NamesEveryOptionAndVerb() => typeof(RunOptions).Assembly.GetTypes()
        .Where(t => t.GetCustomAttribute<VerbAttribute>() is { Hidden: false })
        .SelectMany(t => t.GetProperties()
            .Select(p => p.GetCustomAttribute<OptionAttribute>())
            .OfType<OptionAttribute>()
            .Where(o => !o.Hidden)
            .Select(o => "--" + o.LongName)
            .Concat(AxisArguments.Of(t).Select(axis => "--" + axis.Option))
            .Append("`" + t.GetCustomAttribute<VerbAttribute>()!.Name))
        .Where(name => !Document.Contains(name, StringComparison.Ordinal))
        .ShouldBeEmpty();
}
