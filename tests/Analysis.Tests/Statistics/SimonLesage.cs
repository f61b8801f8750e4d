namespace DbIngest.Analysis.Tests.Statistics;

/// <summary>
/// The rule behind NIST's sets SmLs01 to SmLs09 (Simon, Lesage, Computational Statistics and Data Analysis 8, 1989): nine
/// treatments whose F is the number of replicates and whose variance within is 0.01.
/// </summary>
internal static class SimonLesage
{
    private static readonly decimal[] Centres = [0.4m, 0.3m, 0.5m, 0.3m, 0.5m, 0.3m, 0.5m, 0.3m, 0.5m];

    public static decimal[][] Groups(int replicates, decimal constant) =>
    [
        .. Centres.Select(centre => Enumerable.Range(0, replicates)
            .Select(i => constant + centre + (i == 0 ? 0 : i % 2 == 1 ? -0.1m : 0.1m))
            .ToArray()),
    ];
}
