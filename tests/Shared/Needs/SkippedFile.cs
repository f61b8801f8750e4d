using System.Globalization;

namespace DbIngest.Tests.Needs;

/// <summary>
/// The file beside the test assembly that says what its last run missed: a line a need, <c>name TAB tests TAB remedy</c>. When
/// all projects have run, the build sums them up.
/// </summary>
internal static class SkippedFile
{
    /// <summary>Writes the file; none where nothing was missed.</summary>
    /// <param name="missed">The missing need of each skipped test.</param>
    public static void Write(IReadOnlyList<Need> missed)
    {
        string path = Path.Combine(AppContext.BaseDirectory, "skipped.tsv");
        if (missed.Count == 0)
        {
            File.Delete(path);
            return;
        }

        File.WriteAllLines(path, missed.GroupBy(need => need.Name)
            .Select(group =>
                string.Create(CultureInfo.InvariantCulture, $"{group.Key}\t{group.Count()}\t{group.First().Remedy}")));
    }
}
