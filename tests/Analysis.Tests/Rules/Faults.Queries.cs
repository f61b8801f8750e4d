using DbIngest.Abstractions.Operations;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Latency;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Rules;

/// <summary>Sweeps with questions beside the load.</summary>
internal static partial class Faults
{
    public static FakeSweep Questioned => Questions(answers: 40, behind: 0, skipped: 0);

    public static FakeSweep AnswersBehind => Questions(answers: 40, behind: 5, skipped: 0);

    public static FakeSweep FewQuestions => Questions(answers: 1, behind: 0, skipped: 0);

    public static FakeSweep QuestionsNotAsked => Questions(answers: 40, behind: 0, skipped: 2);

    /// <summary>The same of each of the four kinds.</summary>
    private static FakeSweep Questions(int answers, int behind, int skipped) => Each(trial =>
    {
        var times = new LatencyHistogram();
        for (int answer = 0; answer < answers; answer++)
        {
            times.Record(1_000_000 + answer);
        }

        return trial with
        {
            Queries = [.. Enum.GetValues<TimeQueryKind>().Select(kind => new TimeQueryResult
            {
                Kind = kind,
                Service = LatencySummary.Of(times),
                Response = LatencySummary.Of(times),
                Records = 100,
                Behind = behind,
                Errors = 0,
                Skipped = skipped,
            })],
        };
    });
}
