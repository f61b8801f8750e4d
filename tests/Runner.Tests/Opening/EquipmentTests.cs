using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Trials;
using DbIngest.Runner.Pilots;
using DbIngest.Sources;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Runner.Tests.Opening;

/// <summary>
/// Every file of real equipment that is accepted, as far as two thousand records of it, into SQLite and audited.
/// </summary>
[Needs("recordings")]
public class EquipmentTests
{
    private const long Records = 2_000;

    /// <summary>The files below the collection's folder, and how many records each gives, if fewer.</summary>
    public static TheoryData<string, long> Files => new()
    {
        { "comtrade/ge-c60-binary-nrates0/3.cfg", 1360 },
        { "comtrade/ion7650-1999-ascii/keating_1999.CFG", Records },
        { "comtrade/nippon-oita-2013-float32/Comtrade1.cfg", Records },
        { "comtrade/nr-demotest-1991-ascii-8rates/ascii_1991.cfg", Records },
        { "comtrade/pq-sub1-1999-ascii/1999-ascii-pq.cfg", Records },
        { "comtrade/psl603-gbk-ascii-10rates/test2.cfg", 950 },
        { "comtrade/ritm-2013-binary32/5.cfg", 202 },
        { "comtrade/sel311l-1991-ascii/1991-ascii-sel.cfg", 480 },
        { "comtrade/sepam-s40-binary-no-timestamps/4.CFG", Records },
        { "comtrade/strathmore275kv-2001-binary/test1.cfg", Records },
        { "comtrade/terminal-cp1251-ascii-83rates/1.cfg", Records },
        { "comtrade/cff-2013-ascii-and-float32/sample_ascii.cff", 40 },
        { "comtrade/cff-2013-ascii-and-float32/sample_float32.cff", 301 },
        { "xml/greenbutton_15min_15days.xml", 1340 },
        { "xml/greenbutton_coastal_multi_family_12hr_2011.xml", Records },
        { "xml/greenbutton_one_year_daily_dst.xml", 444 },
        { "xml/pge_interval_block.xml", Records },
        { "timeseries/alucol_pq_analyzer_30s.csv", Records },
        { "timeseries/danfoss_weblogger/details.txt", Records },
        { "timeseries/danfoss_weblogger/summary.txt", 438 },
        { "timeseries/uci_household_2007H1.csv.zip", Records },
        { "timeseries/uci_household_original_prefix.txt.gz", Records },
        { "timeseries/tracebase_refrigerator_76C07F_2012.zip", Records },
    };

    [Theory]
    [MemberData(nameof(Files))]
    [Needs("recordings")]
    public void Trial_RealFile_EveryRecordStoredAndAudited(string file, long records)
    {
        string folder = Repository.Shared("data/equipment");
        string work = Directory.CreateTempSubdirectory("dbingest-test-").FullName;
        try
        {
            string? options = file.Contains("tracebase", StringComparison.Ordinal) ? "date=d/M/yyyy" : null;
            using var workload = InputWorkload.Open(Path.Combine(folder, file), options, work, Records);
            workload.Facts["rows"].Split(' ')[0].ShouldBe(records.ToString(System.Globalization.CultureInfo.InvariantCulture));

            // Whether it is on the disk is not what this test is about.
            using var target = TargetCatalog.Find("sqlite").Open(new TargetOptions { WorkFolder = work, Durability = "normal" });
            var point = new Point
            {
                Database = "sqlite",
                Client = "driver",
                Durability = "normal",
                Sources = SourceLayout.Single(1),
                RecordsPerSource = records,
                Batch = 500,
                InFlight = 1,
                Values = workload.Schema.ValueCount,
            };
            var runner = new TrialRunner(new IngestPipeline(), new RetryOptions(0, TimeSpan.Zero),
                new SilentObserver())
            { IsMeasured = false };

            var result = runner.Run(new ScheduledTrial(0, point, 0, WarmUp: false), target, workload,
                new ExpectedContent(workload), keepData: false, default);

            result.Error.ShouldBeNull();
            result.Status.ShouldBe(TrialStatus.Complete);
            var audit = result.Audit.ShouldNotBeNull();
            (audit.Passed, audit.StoredRecords).ShouldBe((true, records));
        }
        finally
        {
            Directory.Delete(work, recursive: true);
        }
    }
}
