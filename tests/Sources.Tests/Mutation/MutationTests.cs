using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Tests.Mutation;

/// <summary>
/// Every mutated input gives records that keep their promises, or an error that names the file: no crash, no hang, no memory out
/// of proportion. The environment variable <c>DBINGEST_MUTATIONS</c> sets how many mutants of each kind there are, for a long
/// run; <c>DBINGEST_MUTATION_SEED</c> makes others.
/// </summary>
public sealed class MutationTests
{
    private const int Mutants = 200;
    private const long MaxRows = 100_000;
    private const long MaxAllocated = 64L << 20;
    private const string Limits = "max-bytes=1048576";
    private static readonly TimeSpan Hang = TimeSpan.FromMinutes(2);

    public static TheoryData<string> Kinds => [.. Subjects.All.Keys];

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Read_Mutated_RecordsOrNamedError(string kind)
    {
        var subject = Subjects.All[kind]();
        using var folder = new TempFolder();
        foreach (var (name, content) in subject.Files)
        {
            folder.Write(name, content);
        }

        string opened = Path.Combine(folder.Path, subject.Opened);
        byte[] sound = subject.Files[subject.Mutated];
        ulong whole = Sum(opened, subject.Options[0]);
        ulong seed = Setting("DBINGEST_MUTATION_SEED", 1);
        ulong count = Setting("DBINGEST_MUTATIONS", Mutants);
        var mutator = new Mutator(seed, subject.Spice);
        int read = 0;
        int refused = 0;
        ulong mutant = 0;
        using var watchdog = new Timer(_ => Environment.FailFast($"{kind}: mutant {mutant} of seed {seed} hangs."), null, Hang,
            Timeout.InfiniteTimeSpan);
        for (; mutant < count; mutant++)
        {
            watchdog.Change(Hang, Timeout.InfiniteTimeSpan);
            byte[] changed = mutator.Mutate(sound);
            folder.Write(subject.Mutated, changed);
            long allocated = GC.GetAllocatedBytesForCurrentThread();
            string options = subject.Options[(int)(mutant % (ulong)subject.Options.Length)];
            try
            {
                ulong sum = Sum(opened, options);
                read++;
                if (subject.Protected)
                {
                    sum.ShouldBe(whole, "the content is not what was put in");
                }
            }
            catch (InputException e)
            {
                refused++;

                // The names in a zip file may be what was changed.
                (kind == "zip" || subject.Files.Keys.Any(name => e.Message.StartsWith(name, StringComparison.Ordinal)))
                    .ShouldBeTrue(e.Message);
            }
            catch (ArgumentException e) when (e.Message.StartsWith("Input option", StringComparison.Ordinal))
            {
                // It is taken for another format now, which does not know the option.
                refused++;
            }
            catch (Exception e)
            {
                throw new InvalidOperationException(
                    $"{kind}: mutant {mutant} of seed {seed}, options '{options}': {Convert.ToBase64String(changed)}", e);
            }

            (GC.GetAllocatedBytesForCurrentThread() - allocated).ShouldBeLessThan(MaxAllocated);
        }

        // Mutants that are all refused, or none, would test nothing.
        read.ShouldBeGreaterThan(subject.Protected ? 0 : (int)(count / 50));
        refused.ShouldBeGreaterThan((int)(count / 50));
    }

    /// <summary>Reads all.</summary>
    /// <returns>A checksum of the records.</returns>
    private static ulong Sum(string path, string options)
    {
        string all = options.Length == 0 ? Limits : $"{options},{Limits}";
        var set = InputSet.Open(path, InputOptions.Parse(all));
        using var reader = InputWorkload.ReaderOf(set.Files, all)();
        var batch = new RecordBatch(reader.Schema, 16);
        long rows = 0;
        ulong sum = 0;
        while (reader.Read(batch) is var count and > 0)
        {
            Check(batch);
            sum += RecordHash.Sum(batch);
            rows += count;
            rows.ShouldBeLessThan(MaxRows);
        }

        reader.Facts.ShouldNotBeEmpty();
        return sum;
    }

    private static void Check(RecordBatch batch)
    {
        for (int row = 0; row < batch.Count; row++)
        {
            bool missing = false;
            for (int column = 0; column < batch.Schema.ValueCount; column++)
            {
                double value = batch.Values[(column * batch.Capacity) + row];
                missing |= double.IsNaN(value);
                if (double.IsInfinity(value) || (value == 0 && double.IsNegative(value)))
                {
                    throw new InvalidOperationException(string.Create(CultureInfo.InvariantCulture, $"{value} in row {row}"));
                }
            }

            if (missing && (batch.Qualities[row] & (uint)RecordQuality.Missing) == 0)
            {
                throw new InvalidOperationException($"A missing value in row {row} is not marked.");
            }
        }
    }

    private static ulong Setting(string variable, ulong otherwise) =>
        Environment.GetEnvironmentVariable(variable) is { Length: > 0 } text ? ulong.Parse(text, CultureInfo.InvariantCulture)
            : otherwise;
}
