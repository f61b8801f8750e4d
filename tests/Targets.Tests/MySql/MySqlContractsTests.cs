using DbIngest.Abstractions.Targets;
using DbIngest.Targets.MySql;

namespace DbIngest.Targets.Tests.MySql;

public sealed class MySqlContractsTests
{
    [Theory]
    [InlineData("1", "ON", "1", "fsync", null)]
    [InlineData("1", "OFF", "0", "O_DIRECT", null)]
    [InlineData("2", "ON", "0", "nosync", null)]
    [InlineData("1", "ON", "0", "fsync", "sync_binlog")]
    [InlineData("1", "OFF", "1", "nosync", "innodb_flush_method")]
    [InlineData("1", "OFF", "1", "littlesync", "innodb_flush_method")]
    public void Check_ServerAsSet_IsRefusedWhereTheLevelDoesNotHold(string flush, string binaryLog, string sync, string method,
        string? named)
    {
        var contract = MySqlContracts.All.Single(level => level.Name == "flush-" + flush);
        var settings = new Dictionary<string, string>
        {
            ["innodb_flush_log_at_trx_commit"] = flush,
            ["log_bin"] = binaryLog,
            ["sync_binlog"] = sync,
            ["innodb_flush_method"] = method,
        };

        var refusal = Record.Exception(() => MySqlContracts.Check(contract, settings));

        if (named is null)
        {
            refusal.ShouldBeNull();
        }
        else
        {
            refusal.ShouldBeOfType<TargetException>().Message.ShouldContain(named);
        }
    }

    /// <summary>MariaDB takes 3 too, which no level has.</summary>
    [Theory]
    [InlineData("2", "innodb_flush_log_at_trx_commit = 1, or choose --durability flush-2.")]
    [InlineData("3", "innodb_flush_log_at_trx_commit = 1.")]
    public void Check_ServerSetOtherwise_ProposesLevelsThatThereAre(string flush, string end)
    {
        var settings = new Dictionary<string, string> { ["innodb_flush_log_at_trx_commit"] = flush };

        Should.Throw<TargetException>(() => MySqlContracts.Check(MySqlContracts.All[0], settings)).Message.ShouldEndWith(end);
    }
}
