using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Report;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Output;

/// <summary>The documents say what the files hold: a field that is not documented fails the build.</summary>
public class ResultsDocumentTests
{
    [Fact]
    public void Document_EveryFieldOfEveryFile_IsNamed()
    {
        string document = Repository.Document("reference/results.md");
        string[] missing =
        [
            .. Fields().Concat(SummaryCsv.Columns).Concat(SamplesCsv.Columns).Distinct()
                .Where(name => !Regex.IsMatch(document, $@"(?<!\w){Regex.Escape(name)}(?!\w)", RegexOptions.None,
                    TimeSpan.FromSeconds(10))),
        ];
        missing.ShouldBeEmpty();
    }

    [Fact]
    public void Fields_OfTheManifestAsItIsWritten_AreSnakeCase()
    {
        string json = JsonSerializer.Serialize(new Fakes.FakeSweep().Manifest, ResultJson.Indented.Manifest);
        json.ShouldContain("\"started_utc\"");
        json.ShouldContain("\"interleaved\"", Case.Insensitive);
    }

    [Fact]
    public void Fields_AreManyAndSnakeCase()
    {
        var fields = Fields();
        fields.ShouldContain("records_per_s");
        fields.ShouldContain("generating_s");
        fields.ShouldContain("p999_us");
        fields.ShouldContain("in_flight");
        fields.ShouldAllBe(name => name == JsonNamingPolicy.SnakeCaseLower.ConvertName(name));
    }

    [Fact]
    public void Methodology_EveryRule_HasItsSection()
    {
        string document = Repository.Document("explanation/methodology.md");
        for (int rule = 1; rule <= RuleNames.Count; rule++)
        {
            document.ShouldContain($"\n## {rule}. ");
        }
    }

    /// <summary>Every JSON name in the stored results, found by walking the serialisers' own metadata.</summary>
    private static SortedSet<string> Fields()
    {
        var names = new SortedSet<string>(StringComparer.Ordinal);
        var seen = new HashSet<Type>();
        Walk(ResultJson.Default, typeof(Manifest), seen, names);
        Walk(ResultJson.Default, typeof(TrialResult), seen, names);
        Walk(ResultJson.Default, typeof(CalibrationResult), seen, names);
        Walk(SummaryJson.Default, typeof(DbIngest.Analysis.Summary.SweepSummary), seen, names);
        Walk(SummaryJson.Default, typeof(DbIngest.Analysis.Compare.Comparison), seen, names);
        Walk(SummaryJson.Default, typeof(DbIngest.Analysis.Reproduce.Reproduction), seen, names);
        names.UnionWith(SweepAxes.All.Select(axis => axis.Field));
        return names;
    }

    private static void Walk(JsonSerializerContext context, Type type, HashSet<Type> seen, SortedSet<string> names)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        if (!seen.Add(type) || context.GetTypeInfo(type) is not { } info)
        {
            return;
        }

        if (info.ElementType is { } element)
        {
            Walk(context, element, seen, names);
        }

        // A property that is not written has no getter in the metadata.
        foreach (var property in info.Properties.Where(property => property.Get is not null))
        {
            if (property.IsExtensionData)
            {
                continue;
            }

            names.Add(property.Name);
            Walk(context, property.PropertyType, seen, names);
        }
    }
}
