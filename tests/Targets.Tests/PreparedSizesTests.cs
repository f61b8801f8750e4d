namespace DbIngest.Targets.Tests;

/// <summary>How many rows the statements of a batch have.</summary>
public sealed class PreparedSizesTests
{
    [Fact]
    public void NextRows_BatchesOfEverySize_NeedFewStatements()
    {
        var prepared = new Dictionary<int, bool>();
        for (int count = 1; count <= 5000; count++)
        {
            int left = count;
            while (left > 0)
            {
                int rows = PreparedSizes.NextRows(prepared, left);
                rows.ShouldBeInRange(1, left);
                prepared[rows] = true;
                left -= rows;
            }
        }

        prepared.Count.ShouldBeLessThan(80);
        PreparedSizes.NextRows(prepared, 50).ShouldBe(50);
        PreparedSizes.NextRows(prepared, 4999).ShouldBe(4096);
    }
}
